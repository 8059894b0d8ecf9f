package io.stepgraph.postgres;

import io.stepgraph.jdbc.NamedStatement;
import io.stepgraph.runtime.graph.Json;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Sets parameters to arrays that have an element for each of several things. */
final class ArrayParameters<T> {
    private final NamedStatement statement;
    private final List<T> things;

    ArrayParameters(NamedStatement statement, List<T> things) {
        this.statement = statement;
        this.things = things;
    }

    /** The statement, with these parameters. */
    NamedStatement statement() {
        return statement;
    }

    ArrayParameters<T> numbers(String name, ToLongFunction<T> number) throws SQLException {
        statement.set(name, "bigint", things.stream().mapToLong(number).boxed().toArray(Long[]::new));
        return this;
    }

    ArrayParameters<T> texts(String name, Function<T, @Nullable String> text) throws SQLException {
        statement.set(name, "text", things.stream().map(text).toArray(String[]::new));
        return this;
    }

    ArrayParameters<T> documents(String name, Function<T, @Nullable Json> document) throws SQLException {
        byte[] @Nullable [] utf8 = new byte[things.size()][];
        for (int i = 0; i < utf8.length; i++) {
            Json found = document.apply(things.get(i));
            utf8[i] = found == null ? null : found.utf8();
        }
        statement.set(name, "bytea", utf8);
        return this;
    }
}
