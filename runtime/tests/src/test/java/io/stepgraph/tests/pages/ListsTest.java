package io.stepgraph.tests.pages;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.client.RunClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages list what the code has. {@code -Dguides.update} writes these lists. */
class ListsTest {
    private static final Path SEMANTICS = Guide.ROOT.resolve("runtime/SEMANTICS.md");
    private static final Path EVENTS =
            Guide.ROOT.resolve("runtime/core/src/main/java/io/stepgraph/runtime/event/RunEvent.java");
    private static final Pattern RECORD = Pattern.compile("\\brecord (\\w+)\\(");
    private static final Pattern EVENT_KINDS = Pattern.compile("^- Event kinds: [^.]*\\.$", Pattern.MULTILINE);

    private static final Path CLIENT =
            Guide.ROOT.resolve("runtime/core/src/main/java/io/stepgraph/internal/run/StoreRunClient.java");
    private static final Pattern METHOD = Pattern.compile(
            "^    (public|private) [^=;{]*?\\b(\\w+)\\([^{;]*\\) \\{\\n(.*?)^    }$",
            Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern REFUSALS = Pattern.compile(
            "^- \\*\\*What is refused\\.\\*\\*(.*?) of the agent's client", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    /** Readers get these beside the events that a store has. */
    private static final Set<String> UNSTORED = Set.of("Unknown", "Heartbeat");

    @Test
    void the_kinds_of_events_are_those_of_the_code() throws IOException {
        String kinds = RECORD.matcher(Files.readString(EVENTS))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !UNSTORED.contains(name))
                .map(ListsTest::words)
                .collect(joining(", "));

        assertListed(SEMANTICS, EVENT_KINDS, wrapped("- Event kinds: " + kinds + "."));
    }

    @Test
    void the_calls_that_a_transaction_of_the_program_refuses_are_those_of_the_code() throws IOException {
        Map<String, String> bodies = METHOD.matcher(Files.readString(CLIENT))
                .results()
                .collect(toMap(found -> found.group(2), found -> found.group(3), String::concat, LinkedHashMap::new));
        String refused = "\\bcheckOutsideTransaction\\(";
        Set<String> calls = new LinkedHashSet<>();
        while (calls.addAll(callersOf(refused, bodies))) {
            refused += "|(?<![.\\w])(" + String.join("|", calls) + ")\\(";
        }
        calls.removeIf(call -> Arrays.stream(RunClient.class.getMethods())
                .noneMatch(method -> method.getName().equals(call)));

        String refusals = REFUSALS.matcher(Files.readString(SEMANTICS))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(NAME.matcher(refusals).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(calls);
    }

    private static Set<String> callersOf(String call, Map<String, String> bodies) {
        Pattern called = Pattern.compile(call);
        return bodies.keySet().stream()
                .filter(name -> called.matcher(bodies.get(name)).find())
                .collect(toSet());
    }

    private static String words(String name) {
        return name.replaceAll("(?<=.)(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** An item of a list, in lines of at most 120 characters. */
    private static String wrapped(String item) {
        return item.replaceAll("(.{1,118})( |$)", "$1\n  ").strip();
    }

    private static void assertListed(Path page, Pattern place, String list) throws IOException {
        Matcher found = place.matcher(Files.readString(page));
        assertThat(found.find()).as("%s has %s", page, place).isTrue();
        if (Boolean.getBoolean("guides.update")) {
            Files.writeString(page, found.replaceFirst(Matcher.quoteReplacement(list)));
        } else {
            assertThat(found.group()).isEqualTo(list);
        }
    }
}
