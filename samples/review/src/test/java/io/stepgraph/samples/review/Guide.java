package io.stepgraph.samples.review;

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

/**
 * A page that readers copy from: its code blocks, each with the comment before it, which says what the block is.
 *
 * <ul>
 *   <li>{@code file: A.java}: a source file. The README's files belong to each page.
 *   <li>{@code method: name(parameters)}: the body of a method, which is run and must return a completed outcome.
 *   <li>{@code compiled: name(parameters)}: the body of a method that needs what a test does not have, such as a server.
 *   <li>{@code mistake: right => wrong}: what javac prints if a source file says the one instead of the other.
 *   <li>{@code picture}: what the build draws of the README's agent.
 *   <li>{@code pom}, {@code gradle}, {@code shell}: for other tools.
 * </ul>
 */
final class Guide {
    /** The pages whose code is tested here. */
    static final List<String> PAGES =
            List.of("README.md", "annotations/README.md", "runtime/README.md", "samples/README.md");

    static final Path ROOT = Path.of("../..");

    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- (?<note>.*?) -->\\n)?```(?<language>\\w+)\\n(?<code>.*?)```", Pattern.DOTALL);

    private static final Pattern DEPENDENCY =
            Pattern.compile("`(?<group>dev\\.langchain4j):(?<artifact>[\\w-]+):(?<version>[\\w.-]+)`");
    private static final Pattern IMPORT = Pattern.compile("import [\\w.]+\\.(?<name>\\w+);");
    private static final String IMPORTS = """
            package example;

            import static example.ReviewAgentGraph.*;

            import example.ReviewAgent.*;
            import io.stepgraph.PermissionMode;
            import io.stepgraph.engine.Runner;
            import io.micrometer.core.instrument.MeterRegistry;
            import io.micrometer.prometheusmetrics.PrometheusConfig;
            import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
            import io.opentelemetry.api.GlobalOpenTelemetry;
            import io.stepgraph.micrometer.MicrometerObserver;
            import io.stepgraph.micrometer.StoreMetrics;
            import io.stepgraph.opentelemetry.OpenTelemetryObserver;
            import io.stepgraph.engine.Worker;
            import io.stepgraph.engine.store.ExpiredLeasePolicy;
            import io.stepgraph.engine.store.MemoryStore;
            import io.stepgraph.engine.store.Retention;
            import io.stepgraph.engine.store.Store;
            import io.stepgraph.engine.store.ThreadBusyPolicy;
            import io.stepgraph.postgres.PostgresStore;
            import io.stepgraph.runtime.EffectInDoubt;
            import io.stepgraph.runtime.StartOptions;
            import io.stepgraph.runtime.event.EventCursor;
            import io.stepgraph.runtime.event.OutcomeStream;
            import io.stepgraph.runtime.event.RunEvent;
            import io.stepgraph.runtime.event.RunStream;
            import io.stepgraph.runtime.event.StreamedEvent;
            import io.stepgraph.runtime.hook.HookDecision;
            import io.stepgraph.runtime.hook.StepCall;
            import io.stepgraph.runtime.hook.StepHook;
            import io.stepgraph.sqlite.SqliteStore;
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.*;
            import tools.jackson.databind.PropertyNamingStrategies;

            public final class Usage {
            """;

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

    /**
     * The types that the README's agent needs beside Stepgraph.
     *
     * @param group its group
     * @param artifact its name
     * @param version its version
     */
    record Dependency(String group, String artifact, String version) {}

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

    /** The dependency that the README names for its agent. */
    static Dependency dependencyOfTheAgent() throws IOException {
        Matcher named = DEPENDENCY.matcher(readme().text());
        if (!named.find()) {
            throw new AssertionError("README.md does not name the dependency of its agent");
        }
        return new Dependency(named.group("group"), named.group("artifact"), named.group("version"));
    }

    /** The agents, by the names of their files. */
    Map<String, String> agents() throws IOException {
        Map<String, String> agents = new LinkedHashMap<>();
        for (Guide guide : List.of(readme(), this)) {
            for (Block agent : guide.of("file")) {
                agents.put(agent.about(), agent.code());
            }
        }
        return agents;
    }

    /**
     * The agents and the programs that run them, by the names of their files. The programs are the methods of one class {@code
     * Usage}.
     *
     * @param database the file of their store
     */
    Map<String, String> sources(Path database) throws IOException {
        Map<String, String> sources = agents();
        StringBuilder usage = new StringBuilder();
        for (Block method : blocks) {
            if (method.kind().equals("method") || method.kind().equals("compiled")) {
                usage.append("public static Object ").append(method.about()).append(" {\n");
                usage.append(method.code().replace("runs.db", database.toString()));
                usage.append("}\n");
            }
        }
        sources.put("Usage.java", head(usage) + usage + "}\n");
        return sources;
    }

    /** The head of a class with these methods. A page imports only the types that it uses: its reader has one store. */
    private static String head(CharSequence methods) {
        return IMPORTS.lines()
                .filter(line -> {
                    Matcher type = IMPORT.matcher(line);
                    return !type.matches() || methods.toString().contains(type.group("name"));
                })
                .collect(joining("\n", "", "\n"));
    }

    /** Puts what the build printed into a block, for {@code -Dguides.update}. */
    void rewrite(Block block, String code) throws IOException {
        String fence = "```" + block.language() + "\n";
        Files.writeString(file, text().replace(fence + block.code() + "```", fence + code + "```"));
    }
}
