package io.stepgraph.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stack trace that is stored with a failed run. */
@Tag("R7")
final class FailureTraceTest {

    private static RuntimeException deep(String message, Throwable cause, int frames) {
        return frames == 0 ? new RuntimeException(message, cause) : deep(message, cause, frames - 1);
    }

    private static String checked(Throwable thrown) {
        String trace = FailureTrace.of(thrown);
        assertThat(trace.getBytes(UTF_8)).hasSizeLessThanOrEqualTo(FailureTrace.LONGEST);
        assertThat(new String(trace.getBytes(UTF_8), UTF_8)).isEqualTo(trace);
        assertThat(trace).doesNotContain("\r");
        return trace;
    }

    @Test
    void a_short_trace_is_kept_as_it_is_printed() {
        Throwable thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 7)});
        thrown.getCause().setStackTrace(new StackTraceElement[] {new StackTraceElement("d.E", "f", "E.java", 8)});

        assertThat(checked(thrown))
                .isEqualTo("java.lang.IllegalStateException: outer\n\tat a.B.c(B.java:7)\n"
                        + "Caused by: java.lang.IllegalArgumentException: inner\n\tat d.E.f(E.java:8)");
    }

    @Test
    void a_long_trace_keeps_its_head_and_the_root_cause_with_frames() {
        Throwable root = deep("the root", null, 300);
        Throwable middle = deep("the middle", root, 300);

        String trace = checked(deep("the head", middle, 300));

        assertThat(trace)
                .startsWith("java.lang.RuntimeException: the head\n\tat " + FailureTraceTest.class.getName() + ".deep")
                .contains("\n\t…\nCaused by: java.lang.RuntimeException: the middle\n\tat ")
                .contains("\n\t…\nCaused by: java.lang.RuntimeException: the root\n\tat ");
        assertThat(trace.length()).isGreaterThan(FailureTrace.LONGEST - 300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "€", "😀"})
    void a_long_message_is_cut_at_a_character_and_leaves_room_for_frames_and_causes(String character) {
        for (int more = 0; more < 8; more++) {
            String message = "m".repeat(more) + character.repeat(20_000);

            String trace = checked(new RuntimeException(message, new RuntimeException(message)));

            assertThat(trace)
                    .startsWith("java.lang.RuntimeException: ")
                    .containsPattern("…\\n\\tat .*\\.FailureTraceTest\\.")
                    .contains("\nCaused by: java.lang.RuntimeException: ")
                    .doesNotContain("\uFFFD", "?");
        }
    }

    @Test
    void all_causes_of_a_short_trace_are_kept_and_all_lines_of_its_message() {
        Throwable thrown = withoutFrames(new RuntimeException("the root"));
        String causes = "\nCaused by: java.lang.RuntimeException: the root";
        for (int i = 1; i <= 20; i++) {
            String text = "cause " + i + "\nCaused by: a server, " + i;
            thrown = withoutFrames(new RuntimeException(text, thrown));
            causes = "\nCaused by: java.lang.RuntimeException: " + text + causes;
        }

        assertThat("\nCaused by: " + checked(thrown)).isEqualTo(causes);
    }

    private static Throwable withoutFrames(Throwable thrown) {
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }

    @Test
    void of_very_many_causes_the_first_and_the_last_are_kept_and_a_mark_is_between_them() {
        Throwable thrown = new RuntimeException("cause 0");
        for (int i = 1; i <= 500; i++) {
            thrown = new RuntimeException("cause " + i + " " + "x".repeat(500), thrown);
        }

        assertThat(checked(thrown))
                .startsWith("java.lang.RuntimeException: cause 500 x")
                .contains("Caused by: java.lang.RuntimeException: cause 499 x")
                .contains("Caused by: java.lang.RuntimeException: cause 493 x")
                .doesNotContain("cause 492 x")
                .contains("…\n…\nCaused by: java.lang.RuntimeException: cause 7 x")
                .contains("Caused by: java.lang.RuntimeException: cause 0\n");
    }

    @Test
    void an_exception_that_cannot_be_printed_leaves_its_class() {
        Throwable rude = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("rude");
            }
        };

        assertThat(checked(rude)).isEqualTo(rude.getClass().getName());
        assertThat(checked(new RuntimeException("\uD83D"))).startsWith("java.lang.RuntimeException: ?");
    }
}
