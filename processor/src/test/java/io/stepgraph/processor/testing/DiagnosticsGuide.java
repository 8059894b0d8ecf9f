package io.stepgraph.processor.testing;

import io.stepgraph.processor.check.DiagnosticId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes the guide to all diagnostics from the fixtures that the tests compile: the code in {@code mistakes}, its
 * message, and the corrected code in {@code fixes}. The text around them is in the folder {@code guide}.
 */
public final class DiagnosticsGuide {

    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final int LONGEST = 60;
    private static final int HEAD = 24;
    private static final int TAIL = 4;

    private DiagnosticsGuide() {}

    /** The ids of each topic, in the order of the guide. */
    public static Map<String, Set<DiagnosticId>> topics() {
        Map<String, Set<DiagnosticId>> topics = new LinkedHashMap<>();
        topics.put("The agent class", EnumSet.range(DiagnosticId.BAD_OWNER, DiagnosticId.AUXILIARY_AGENT));
        topics.put(
                "Steps and their parameters",
                EnumSet.range(DiagnosticId.NAME_CLASH, DiagnosticId.TRANSACTIONAL_WITHOUT_CONTEXT));
        topics.put("Transitions", EnumSet.range(DiagnosticId.EMPTY_NEXT, DiagnosticId.UNBOUNDED_LOOP));
        topics.put("Values between steps", EnumSet.range(DiagnosticId.MISSING_INPUT, DiagnosticId.OUTPUT_MISMATCH));
        topics.put(
                "Questions, answers and gates", EnumSet.range(DiagnosticId.VOID_QUESTION, DiagnosticId.HIDDEN_FIELD));
        topics.put("Calls of other agents", EnumSet.range(DiagnosticId.UNKNOWN_AGENT, DiagnosticId.BAD_LIMIT));
        topics.put("Durations, limits and failures", EnumSet.range(DiagnosticId.BAD_DURATION, DiagnosticId.BAD_THEN));
        topics.put("Stored types", EnumSet.range(DiagnosticId.AMBIGUOUS_TYPE_NAME, DiagnosticId.TRANSIENT_FIELD));
        return topics;
    }

    /** The whole page. */
    public static String text() throws IOException {
        StringBuilder page = new StringBuilder(Files.readString(RESOURCES.resolve("guide/introduction.md")));
        page.append("\n| topic | errors | warnings |\n| --- | --- | --- |\n");
        topics().forEach((title, ids) -> page.append("| %s | %s | %s |\n"
                .formatted(title, links(ids, id -> !isWarning(id)), links(ids, DiagnosticsGuide::isWarning))));
        topics().forEach((title, ids) -> {
            page.append("\n## ").append(title).append('\n');
            ids.forEach(id -> page.append(section(id)));
        });
        return page.toString();
    }

    private static String section(DiagnosticId id) {
        Fixture fixture = Fixture.named("mistakes", id.id());
        return """

                ### %s

                %s

                ```java
                %s
                ```

                ```text
                %s
                ```

                %s
                """.formatted(id.id(), kind(id), shortened(fixture.source().strip()), message(fixture), fix(fixture))
                + otherMessages(id);
    }

    /** Those that the guide has a sentence for, which says when they appear. */
    private static String otherMessages(DiagnosticId id) {
        StringBuilder messages = new StringBuilder();
        for (Fixture fixture : Fixture.all("mistakes")) {
            String sentence = fixture.name().startsWith(id.id() + "-") ? sentence(fixture) : null;
            if (sentence != null) {
                messages.append("\n%s\n\n```text\n%s\n```\n".formatted(sentence, message(fixture)));
            }
        }
        return messages.toString();
    }

    private static String kind(DiagnosticId id) {
        return switch (id.severity()) {
            case ERROR -> "Error.";
            case SUPPRESSIBLE_ERROR -> "Error; `@SuppressWarnings(\"stepgraph:%s\")` silences it.".formatted(id.id());
            case WARNING -> "Warning.";
        };
    }

    /** As a compiler prints it: the place, the message, the line, and a mark at the column. */
    private static String message(Fixture fixture) {
        String diagnostic = fixture.expectedOfJavac().get(0);
        String[] parts = diagnostic.split(":", 3);
        String line = fixture.source().lines().toList().get(Integer.parseInt(parts[0]) - 1);
        String mark = " ".repeat(Integer.parseInt(parts[1]) - 1) + "^";
        return "%s.java:%s\n%s\n%s".formatted(fixture.name(), diagnostic, line, mark);
    }

    private static String fix(Fixture fixture) {
        String sentence = sentence(fixture);
        if (sentence != null) {
            return "Fix: " + sentence;
        }
        String corrected = Fixture.named("fixes", fixture.name()).source();
        return "Fix:\n\n```diff\n" + String.join("\n", difference(fixture.source(), corrected)) + "\n```";
    }

    private static @Nullable String sentence(Fixture fixture) {
        Path sentence = RESOURCES.resolve("guide/" + fixture.name() + ".md");
        try {
            return Files.exists(sentence) ? Files.readString(sentence).strip() : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String shortened(String source) {
        List<String> lines = source.lines().toList();
        if (lines.size() <= LONGEST) {
            return source;
        }
        List<String> shown = new ArrayList<>(lines.subList(0, HEAD));
        shown.add("    // … %d more lines …".formatted(lines.size() - HEAD - TAIL));
        shown.addAll(lines.subList(lines.size() - TAIL, lines.size()));
        return String.join("\n", shown);
    }

    /** The lines removed and added, around the longest sequence of lines that both have. */
    private static List<String> difference(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        List<String> changes = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
                i++;
                j++;
            } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
                changes.add(("-" + old.get(i++)).stripTrailing());
            } else {
                changes.add(("+" + now.get(j++)).stripTrailing());
            }
        }
        return changes;
    }

    private static boolean isWarning(DiagnosticId id) {
        return id.severity() == DiagnosticId.Severity.WARNING;
    }

    private static String links(Set<DiagnosticId> ids, Predicate<DiagnosticId> included) {
        return ids.stream()
                .filter(included)
                .map(id -> "[%s](#%s)".formatted(id.id(), id.id().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
    }
}
