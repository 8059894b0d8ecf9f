package io.stepgraph.benchmarks.compile;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;

/** Writes value types. */
final class AutoValueSource {
    private static final List<String> TYPES = List.of(
            "String", "int", "java.util.List<String>", "boolean", "long", "java.time.Instant", "double", "Object");

    private AutoValueSource() {}

    static String of(String name, int properties) {
        return """
                package generated;

                import com.google.auto.value.AutoValue;

                @AutoValue
                public abstract class %1$s {
                %2$s
                    public static %1$s create(%3$s) {
                        return new AutoValue_%1$s(%4$s);
                    }
                }
                """.formatted(
                name,
                IntStream.range(0, properties)
                        .mapToObj(i -> "    public abstract " + type(i) + " property" + i + "();\n")
                        .collect(joining("\n")),
                IntStream.range(0, properties)
                        .mapToObj(i -> type(i) + " property" + i)
                        .collect(joining(", ")),
                IntStream.range(0, properties).mapToObj(i -> "property" + i).collect(joining(", ")));
    }

    private static String type(int property) {
        return TYPES.get(property % TYPES.size());
    }
}
