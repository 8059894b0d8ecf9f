package io.stepgraph.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQL with named parameters, in the form that JDBC wants, and for one schema.
 *
 * @param jdbc the SQL, with question marks
 * @param parameters where each parameter stands, counted from 1
 */
record PostgresQuery(String jdbc, Map<String, List<Integer>> parameters) {
    private static final Pattern SCHEMA = Pattern.compile("\\bstepgraph\\b");
    private static final Pattern PARAMETER = Pattern.compile(":([a-z_]+)");

    /**
     * Reads SQL.
     *
     * @param sql one of {@link PostgresSql}
     * @param quotedSchema what {@code stepgraph} stands for
     */
    static PostgresQuery of(String sql, String quotedSchema) {
        Map<String, List<Integer>> parameters = new HashMap<>();
        Matcher parameter = PARAMETER.matcher(sql);
        StringBuilder jdbc = new StringBuilder();
        int count = 0;
        while (parameter.find()) {
            count++;
            parameters
                    .computeIfAbsent(parameter.group(1), name -> new ArrayList<>())
                    .add(count);
            parameter.appendReplacement(jdbc, "?");
        }
        parameter.appendTail(jdbc);
        return new PostgresQuery(inSchema(jdbc.toString(), quotedSchema), parameters);
    }

    /** SQL without parameters, for one schema. */
    static String inSchema(String sql, String quotedSchema) {
        return SCHEMA.matcher(sql).replaceAll(Matcher.quoteReplacement(quotedSchema));
    }

    List<Integer> indexes(String name) {
        List<Integer> indexes = parameters.get(name);
        if (indexes == null) {
            throw new IllegalArgumentException("There is no parameter :" + name);
        }
        return indexes;
    }
}
