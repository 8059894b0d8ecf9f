package io.stepgraph.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQL with named parameters, in the form that a driver wants.
 *
 * @param jdbc the SQL
 * @param parameters the indexes of each parameter, counted from 1
 * @param hasTypes whether the database has timestamps and arrays; SQLite takes milliseconds and JSON in their place
 */
public record NamedQuery(String jdbc, Map<String, List<Integer>> parameters, boolean hasTypes) {
    private static final Pattern PARAMETER = Pattern.compile(":([a-z_]+)");

    /**
     * Returns a query for a driver that knows named parameters, and numbers them by their first appearance, as that of
     * SQLite does.
     */
    public static NamedQuery withNames(String sql) {
        return read(sql, false, (names, name) -> {
            names.putIfAbsent(name, List.of(names.size() + 1));
            return ":" + name;
        });
    }

    /** Returns a query for a driver that knows question marks only. */
    public static NamedQuery withQuestionMarks(String sql) {
        int[] count = {0};
        return read(sql, true, (names, name) -> {
            count[0]++;
            names.computeIfAbsent(name, first -> new ArrayList<>()).add(count[0]);
            return "?";
        });
    }

    private static NamedQuery read(
            String sql, boolean hasTypes, BiFunction<Map<String, List<Integer>>, String, String> form) {
        Map<String, List<Integer>> parameters = new HashMap<>();
        String jdbc = PARAMETER
                .matcher(sql)
                .replaceAll(parameter -> Matcher.quoteReplacement(form.apply(parameters, parameter.group(1))));
        return new NamedQuery(jdbc, parameters, hasTypes);
    }

    boolean has(String name) {
        return parameters.containsKey(name);
    }

    List<Integer> indexes(String name) {
        List<Integer> indexes = parameters.get(name);
        if (indexes == null) {
            throw new IllegalArgumentException("There is no parameter :" + name);
        }
        return indexes;
    }
}
