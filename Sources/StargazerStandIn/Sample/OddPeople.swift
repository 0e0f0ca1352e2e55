/// Accounts that a client must handle: a deleted one and one with hostile facts. They are all invented.
enum OddPeople {
    static let table = """
        gone-lantern|-|-|-||-|0|0|0|0|2019-11|gone
        odd-person|<b>Odd</b> & \u{202E}drawkcab\u{202C} Ünïcödé 👩‍🚀 עברית|-|Somewhere\u{07}|javascript:alert(1)|-|1|0|\
        987654321|2|2008-02|
            :rocket: <script>alert(1)</script> زائرة من بعيد
        """
}
