package io.stepgraph.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses the statements that would take the transaction or the session from the store, by their first words (E8). What no text
 * shows, such as a function that changes a setting, the stores find out after the work.
 */
final class LentSql {
    private static final Pattern TOKEN = Pattern.compile(
            "--[^\n]*|/\\*.*?\\*/|[eE]'(?:[^'\\\\]++|\\\\.|'')*+'|'[^']*'|\"[^\"]*\"|\\$(\\w*)\\$.*?\\$\\1\\$|;|(?<word>\\w+)",
            Pattern.DOTALL);

    private static final Set<String> REFUSED = Set.of(
            "ABORT",
            "ATTACH",
            "BEGIN",
            "COMMIT",
            "DEALLOCATE",
            "DETACH",
            "DISCARD",
            "END",
            "LISTEN",
            "LOAD",
            "PRAGMA",
            "PREPARE",
            "RESET",
            "START",
            "UNLISTEN");

    private LentSql() {}

    /** Checks each statement of a text; those between BEGIN and END of a trigger or a function are its body. */
    static void check(String sql) throws SQLException {
        List<String> words = new ArrayList<>();
        boolean isInBody = false;
        Matcher token = TOKEN.matcher(sql + "\n;");
        while (token.find()) {
            if (token.group("word") != null) {
                words.add(token.group().toUpperCase(Locale.ROOT));
            } else if (token.group().equals(";")) {
                if (!isInBody) {
                    checkStatement(words);
                    isInBody = hasBody(words);
                } else if (!words.isEmpty()) {
                    isInBody = !words.get(0).equals("END");
                }
                words.clear();
            }
        }
    }

    private static void checkStatement(List<String> words) throws SQLException {
        if (words.isEmpty()) {
            return;
        }
        String first = words.get(0);
        String second = words.size() > 1 ? words.get(1) : "";
        boolean isRefused = switch (first) {
            case "SET" -> !second.equals("LOCAL") && !second.equals("CONSTRAINTS");
            case "ROLLBACK" -> !words.contains("TO");
            default -> REFUSED.contains(first);
        };
        if (isRefused) {
            throw new SQLException("The transaction and the session of a checkpoint belong to the store, so " + first
                    + " was not executed. "
                    + (first.equals("SET")
                            ? "Use SET LOCAL, which ends with the transaction."
                            : "To undo the work, throw an exception."));
        }
    }

    private static boolean hasBody(List<String> words) {
        return !words.isEmpty()
                && words.get(0).equals("CREATE")
                && words.contains("BEGIN")
                && (words.contains("TRIGGER") || words.contains("FUNCTION") || words.contains("PROCEDURE"));
    }
}
