package io.stepgraph.samples.review;

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
 * The project's README as its readers copy from it: code blocks, each with the comment that stands before it and tells what the
 * block is.
 */
final class Readme {
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- (?<note>.*?) -->\\n)?```(?<language>\\w+)\\n(?<code>.*?)```", Pattern.DOTALL);

    private static final Pattern DEPENDENCY =
            Pattern.compile("`(?<group>dev\\.langchain4j):(?<artifact>[\\w-]+):(?<version>[\\w.-]+)`");
    private static final String IMPORTS = """
            package example;

            import static example.ReviewAgentGraph.*;

            import example.ReviewAgent.*;
            import io.stepgraph.PermissionMode;
            import io.stepgraph.jdbc.SqliteStore;
            import io.stepgraph.runtime.Runner;
            import io.stepgraph.runtime.event.*;
            import io.stepgraph.runtime.store.Store;
            import java.nio.file.Path;
            import tools.jackson.databind.PropertyNamingStrategies;

            public final class Usage {
            """;

    private final Path file;
    private final List<Block> blocks;

    private Readme(Path file, List<Block> blocks) {
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
     * @param from where the code begins in the file
     */
    record Block(String kind, String about, String language, String code, int from) {}

    /**
     * What the agent needs beside Stepgraph.
     *
     * @param group its group
     * @param artifact its name
     * @param version its version
     */
    record Dependency(String group, String artifact, String version) {}

    static Readme read() throws IOException {
        Path file = Path.of("..", "..", "README.md");
        Matcher block = BLOCK.matcher(Files.readString(file));
        List<Block> blocks = new ArrayList<>();
        while (block.find()) {
            String note = block.group("note") == null ? "" : block.group("note");
            int colon = note.indexOf(':');
            blocks.add(new Block(
                    colon < 0 ? note : note.substring(0, colon),
                    colon < 0 ? "" : note.substring(colon + 1).strip(),
                    block.group("language"),
                    block.group("code"),
                    block.start("code")));
        }
        return new Readme(file, blocks);
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
            throw new AssertionError("README.md has " + found.size() + " blocks '" + kind + "'");
        }
        return found.get(0);
    }

    /** The dependency that the text names for the agent. */
    Dependency dependencyOfTheAgent() throws IOException {
        Matcher named = DEPENDENCY.matcher(Files.readString(file));
        if (!named.find()) {
            throw new AssertionError("README.md does not say what the agent needs beside Stepgraph");
        }
        return new Dependency(named.group("group"), named.group("artifact"), named.group("version"));
    }

    /**
     * The agent and the programs that run it, by the names of their files. The programs are the methods of one class {@code Usage}.
     *
     * @param database where they open their store
     */
    Map<String, String> sources(Path database) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Block agent : of("file")) {
            sources.put(agent.about(), agent.code());
        }
        StringBuilder usage = new StringBuilder(IMPORTS);
        for (Block method : of("method")) {
            usage.append("public static Outcome ").append(method.about()).append(" {\n");
            usage.append(method.code().replace("runs.db", database.toString()));
            usage.append("}\n");
        }
        sources.put("Usage.java", usage.append("}\n").toString());
        return sources;
    }

    /** Puts what the build printed into a block, for {@code -Dreadme.update}. */
    void rewrite(Block block, String code) throws IOException {
        String text = Files.readString(file);
        int from = text.indexOf(
                "-->\n```" + block.language(), text.indexOf(block.about().isEmpty() ? block.kind() : block.about()));
        int start = text.indexOf('\n', from + 4) + 1;
        Files.writeString(file, text.substring(0, start) + code + text.substring(text.indexOf("```", start)));
    }
}
