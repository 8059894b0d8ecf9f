package io.stepgraph.tests.pages;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page that readers copy from: its code blocks, each with the comment before it, which says what the block is.
 *
 * <ul>
 *   <li>{@code file: A.java}: a source file. The README's files belong to each page.
 *   <li>{@code method: name(parameters)}: the body of a method, which is run and must return a completed outcome.
 *   <li>{@code compiled: name(parameters)}: the body of a method that needs what a test does not have, such as a
 *       server; {@code void name(parameters)} if it returns nothing.
 *   <li>{@code mistake: right => wrong}: what javac prints if a source file says the one instead of the other;
 *       {@code right => wrong => options} with options.
 *   <li>{@code javac: options}: what javac prints of the source files with these options.
 *   <li>{@code copied: file}: a part of that file of the project, but for its indentation; a text is the whole file.
 *   <li>{@code picture}: what the build draws of the README's agent.
 *   <li>{@code gradle}, {@code shell}, {@code sql}: for other tools.
 * </ul>
 */
final class Guide {
    /** The pages whose code is tested here. */
    static final List<String> PAGES = List.of(
            "README.md",
            "annotations/README.md",
            "annotations/KOTLIN.md",
            "annotations/NOT-FOUND.md",
            "runtime/RUNNING.md",
            "runtime/EFFECTS.md",
            "runtime/CALLS.md",
            "runtime/MESSAGES.md",
            "runtime/TESTING.md",
            "runtime/STORES.md",
            "runtime/UNDO.md",
            "runtime/langchain4j/README.md",
            "runtime/spring/README.md",
            "runtime/benchmarks/README.md",
            "samples/README.md",
            "samples/spring/README.md");

    static final Path ROOT = Path.of("../..");

    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- (?<note>.*?) -->\\n)?```(?<language>\\w+)\\n(?<code>.*?)```", Pattern.DOTALL);

    private static final Pattern PACKAGE =
            Pattern.compile("^\\| `(?<package>io\\.stepgraph[\\w.]*)` \\|.*\\|(?<types>.*)\\|$", Pattern.MULTILINE);
    private static final Pattern TYPE = Pattern.compile("`(\\w+)`");
    private static final String HEAD = """
            package example;

            import static example.ReviewAgentGraph.*;

            import example.ReviewAgent.*;
            %s
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.*;

            public final class Usage {
            """;

    /** What snippets use beside the types of Stepgraph. */
    private static final List<String> OTHERS = List.of(
            "com.zaxxer.hikari.HikariConfig",
            "com.zaxxer.hikari.HikariDataSource",
            "io.micrometer.core.instrument.MeterRegistry",
            "io.micrometer.prometheusmetrics.PrometheusConfig",
            "io.micrometer.prometheusmetrics.PrometheusMeterRegistry",
            "io.opentelemetry.api.GlobalOpenTelemetry",
            "java.sql.Connection",
            "java.sql.DriverManager",
            "java.sql.PreparedStatement",
            "java.sql.Statement",
            "java.time.Instant",
            "tools.jackson.databind.PropertyNamingStrategies");

    private final Path file;
    private final List<Block> blocks;

    private Guide(Path file, List<Block> blocks) {
        this.file = file;
        this.blocks = blocks;
    }

    /**
     * A code block.
     *
     * @param kind the first word of the comment; empty if there is none
     * @param about the rest of the comment
     * @param language the language after the fence
     * @param code the block
     */
    record Block(String kind, String about, String language, String code) {
        /** The name of a method. */
        String name() {
            return about.substring(0, about.indexOf('('));
        }
    }

    static Guide readme() throws IOException {
        return read("README.md");
    }

    static Guide read(String page) throws IOException {
        Path file = ROOT.resolve(page);
        Matcher block = BLOCK.matcher(Files.readString(file));
        List<Block> blocks = new ArrayList<>();
        while (block.find()) {
            String note = block.group("note") == null ? "" : block.group("note");
            int colon = note.indexOf(':');
            blocks.add(new Block(
                    colon < 0 ? note : note.substring(0, colon),
                    colon < 0 ? "" : note.substring(colon + 1).strip(),
                    block.group("language"),
                    block.group("code")));
        }
        return new Guide(file, blocks);
    }

    List<Block> all() {
        return blocks;
    }

    List<Block> of(String kind) {
        return blocks.stream().filter(block -> block.kind().equals(kind)).toList();
    }

    Block only(String kind) {
        List<Block> found = of(kind);
        if (found.size() != 1) {
            throw new AssertionError(file + " has " + found.size() + " blocks '" + kind + "'");
        }
        return found.get(0);
    }

    String text() throws IOException {
        return Files.readString(file);
    }

    /** The agents, by the names of their files. */
    Map<String, String> agents() throws IOException {
        Map<String, String> agents = new LinkedHashMap<>();
        List<Guide> guides = new ArrayList<>(List.of(readme(), this));
        if (file.endsWith("runtime/TESTING.md")) {
            guides.add(read("runtime/EFFECTS.md")); // its agents are tested there
        }
        for (Guide guide : guides) {
            for (Block agent : guide.of("file")) {
                agents.put(agent.about(), agent.code());
            }
        }
        return agents;
    }

    /**
     * The agents and the code that runs them, by the names of their files. The methods are those of one class
     * {@code Usage}.
     *
     * @param database the file of their store
     */
    Map<String, String> sources(Path database) throws IOException {
        Map<String, String> sources = agents();
        StringBuilder usage = new StringBuilder();
        for (Block method : blocks) {
            if (method.kind().equals("method") || method.kind().equals("compiled")) {
                usage.append("public static ")
                        .append(method.about().startsWith("void ") ? "" : "Object ")
                        .append(method.about())
                        .append(" throws Exception {\n");
                usage.append(method.code().replace("runs.db", database.toString()));
                usage.append("}\n");
            }
        }
        // A page imports only the types that it uses: its reader has one store.
        String imports = Stream.concat(types().stream(), OTHERS.stream())
                .filter(type -> usage.toString().contains(type.substring(type.lastIndexOf('.') + 1)))
                .map(type -> "import " + type + ";")
                .collect(joining("\n"));
        sources.put("Usage.java", HEAD.formatted(imports) + usage + "}\n");
        return sources;
    }

    /** The types that the index of the runtime's pages lists for a reader, with their packages. */
    static List<String> types() throws IOException {
        return PACKAGE.matcher(read("runtime/README.md").text())
                .results()
                .flatMap(row -> TYPE.matcher(row.group(2)).results().map(type -> row.group(1) + "." + type.group(1)))
                .toList();
    }

    /** Puts what the build printed into a block, for {@code -Dguides.update}. */
    void rewrite(Block block, String code) throws IOException {
        String fence = "```" + block.language() + "\n";
        Files.writeString(file, text().replace(fence + block.code() + "```", fence + code + "```"));
    }
}
