package io.stepgraph.tests.pages;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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
