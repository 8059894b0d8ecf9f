package io.stepgraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the failure of a play says about its difference from the undisturbed one. */
final class DifferenceTest {

    private static ScenarioResult play(Object payments, List<String> events, @Nullable String result) {
        return new ScenarioResult(
                new Object(), Map.of("payments", payments), events, result, null, List.of(), List.of(), List.of());
    }

    @Test
    void equal_plays_have_none() {
        assertThat(Difference.between(play(1, List.of("a"), "done"), play(1, List.of("a"), "done")))
                .isEmpty();
    }

    @Test
    void only_the_first_event_that_differs_is_shown() {
        assertThat(Difference.between(play(1, List.of("a", "b", "c"), null), play(1, List.of("a", "x", "y"), null)))
                .isEqualTo("\nevent 2\n  undisturbed: b\n  this play:   x");
        assertThat(Difference.between(play(1, List.of("a", "b"), "done"), play(1, List.of("a"), null)))
                .isEqualTo("\nevent 2\n  undisturbed: b\n  this play:   none"
                        + "\nthe result\n  undisturbed: done\n  this play:   null");
    }

    @Test
    void of_a_long_text_the_place_of_the_difference_is_shown() {
        String text = "x".repeat(1_000);

        String difference = Difference.between(play(1, List.of(), text + "1" + text), play(1, List.of(), text + "2"));

        assertThat(difference.lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(400))
                .anySatisfy(
                        line -> assertThat(line).startsWith("  undisturbed: …x").contains("x1x"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("  this play:   …x").endsWith("x2"));
    }

    @Test
    void values_without_equals_are_named_as_such() {
        assertThat(Difference.between(
                        play(new AtomicInteger(1), List.of(), null), play(new AtomicInteger(1), List.of(), null)))
                .contains("'payments': both are 1, but equals() says that they differ.");
    }
}
