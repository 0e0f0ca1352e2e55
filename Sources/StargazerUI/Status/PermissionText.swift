import GtkBridge
import StargazerCore

/// The texts about missing token permissions, in the words of GitHub's own pages.
enum PermissionText {
    static func heading(_ needs: TokenPermission?, of service: String) -> String {
        switch needs {
        case .starring, .publicRepositories: tr("The Token May Not Star")
        case .followers, .userFollow: tr("The Token May Not Follow")
        case .other, nil: tr("%1$s Does Not Allow This").filled(service)
        }
    }

    static func sentence(_ needs: TokenPermission?) -> String {
        switch needs {
        case .starring: tr("It needs the account permission “Starring” to read and write.")
        case .publicRepositories: tr("It needs the scope “public_repo”.")
        case .followers: tr("It needs the account permission “Followers” to read and write.")
        case .userFollow: tr("It needs the scope “user:follow”.")
        case .other(let names): tr("It needs one of these permissions: %1$s.").filled(CleanText.line(names))
        case nil:
            tr(
                "GitHub does not say what is missing. To star, a token needs the account permission “Starring” to read and write, or the scope “public_repo”."
            )
        }
    }

    static func refusal(_ needs: TokenPermission?) -> String {
        switch needs {
        case .starring:
            tr("GitHub refused: the token needs the account permission “Starring” to read and write.")
        case .publicRepositories: tr("GitHub refused: the token needs the scope “public_repo”.")
        case .followers:
            tr("GitHub refused: the token needs the account permission “Followers” to read and write.")
        case .userFollow: tr("GitHub refused: the token needs the scope “user:follow”.")
        case .other(let names):
            tr("GitHub refused: the token needs one of these permissions: %1$s.").filled(CleanText.line(names))
        case nil:
            tr(
                "GitHub refused: the token may not star this. It needs the account permission “Starring” to read and write, or the scope “public_repo”."
            )
        }
    }
}
