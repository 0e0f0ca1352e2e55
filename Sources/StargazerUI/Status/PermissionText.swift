import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts about missing token permissions, in the words of GitHub's own pages.
enum PermissionText {
    static func heading(_ needs: TokenPermission?, of service: String) -> String {
        switch needs {
        case .starring, .publicRepositories: tr("Token Cannot Star Repositories")
        case .followers, .userFollow: tr("Token Cannot Follow People")
        case .other, nil: tr("%1$s Does Not Allow This").filled(service)
        }
    }

    static func sentence(_ needs: TokenPermission?) -> String {
        switch needs {
        case .starring: tr("It needs the account permission “Starring” with read and write access.")
        case .publicRepositories: tr("It needs the scope “public_repo”.")
        case .followers: tr("It needs the account permission “Followers” with read and write access.")
        case .userFollow: tr("It needs the scope “user:follow”.")
        case .other(let names): tr("It needs one of these permissions: %1$s.").filled(CleanText.line(names))
        case nil:
            tr(
                "GitHub did not say which permission is missing. To star, a token needs the account permission “Starring” with read and write access, or the scope “public_repo”."
            )
        }
    }

    static func refusal(_ needs: TokenPermission?) -> String {
        switch needs {
        case .starring:
            tr(
                "GitHub rejected the change: the token needs the account permission “Starring” with read and write access."
            )
        case .publicRepositories: tr("GitHub rejected the change: the token needs the scope “public_repo”.")
        case .followers:
            tr(
                "GitHub rejected the change: the token needs the account permission “Followers” with read and write access."
            )
        case .userFollow: tr("GitHub rejected the change: the token needs the scope “user:follow”.")
        case .other(let names):
            tr("GitHub rejected the change: the token needs one of these permissions: %1$s.").filled(
                CleanText.line(names))
        case nil:
            tr(
                "GitHub rejected the change: the token cannot star this. It needs the account permission “Starring” with read and write access, or the scope “public_repo”."
            )
        }
    }
}
