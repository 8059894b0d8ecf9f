package io.stepgraph.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses the statements that would take the transaction or the session from the store, by their first words (E8). What
 * no text shows, such as a function that changes a setting, the stores find out after the work.
 */
final class LentSql {
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\n]*|/\\*.*?\\*/|[eE]'(?:[^'\\\\]++|\\\\.|'')*+'|'[^']*'|\"[^\"]*\"|\\$(\\w*)\\$.*?\\$\\1\\$|;|(?<word>\\w+)",
            Pattern.DOTALL);

    private static final Set<String> REFUSED =
            Set.of(("ABORT ATTACH BEGIN COMMIT DEALLOCATE DETACH DISCARD END LISTEN LOAD"
                            + " PRAGMA PREPARE RESET ROLLBACK SET START UNLISTEN")
                    .split(" "));

    private LentSql() {}

    /** Checks each statement of a text. The END of a trigger or a function is one of its own here. */
    static void check(String sql) throws SQLException {
        boolean mayEndBody = false;
        List<String> words = new ArrayList<>();
        Matcher token = TOKEN.matcher(sql + "\n;");
        while (token.find()) {
            if (token.group("word") != null) {
                words.add(token.group().toUpperCase(Locale.ROOT));
            } else if (token.group().equals(";") && !words.isEmpty()) {
                String first = words.get(0);
                if (REFUSED.contains(first) && !isAllowed(first, words) && !(first.equals("END") && mayEndBody)) {
                    throw new SQLException(
                            "The transaction and the session of a checkpoint belong to the store, so " + first
                                    + " was not executed. "
                                    + (first.equals("SET")
                                            ? "Use SET LOCAL, which ends with the transaction."
                                            : "To undo the work, throw an exception."));
                }
                mayEndBody = first.equals("CREATE") ? words.contains("BEGIN") : mayEndBody && !first.equals("END");
                words.clear();
            }
        }
    }

    private static boolean isAllowed(String first, List<String> words) {
        String second = words.size() > 1 ? words.get(1) : "";
        return (first.equals("ROLLBACK") && words.contains("TO"))
                || (first.equals("SET") && (second.equals("LOCAL") || second.equals("CONSTRAINTS")));
    }
}
