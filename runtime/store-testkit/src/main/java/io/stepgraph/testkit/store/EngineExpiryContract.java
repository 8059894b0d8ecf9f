package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.testkit.store.OfferAgent.Trade;
import io.stepgraph.testkit.store.OfferAgentGraph.Outcome;
import io.stepgraph.testkit.store.OfferAgentGraph.Runs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Questions whose time is computed. */
@Tag("Q2")
@Tag("I4")
@Tag("I5")
interface EngineExpiryContract extends EngineFixture {
    private Runs offers() {
        return OfferAgentGraph.of(new OfferAgent())
                .on(process(EngineSettings.DEFAULT).engine());
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    private static Instant due(Runs runs) {
        return Objects.requireNonNull(runs.look("one").orElseThrow().due());
    }

    @Test
    default void Q2_a_question_expires_after_the_time_that_its_method_computes() throws Exception {
        Runs runs = offers();
        Outcome.Ask asked = (Outcome.Ask) runs.run("one", Trade.within(Duration.ofMillis(700)));
        pass(Duration.ofMillis(800));

        assertThrown(StaleAnswerException.class, () -> runs.answerAsk(asked, "late"));
        assertThat(lines(runs.resume("one"))).containsExactly("asked", "lapsed");
    }

    @Test
    default void Q2_a_time_is_computed_from_the_input_and_kept_exactly() {
        Runs runs = offers();
        Instant end = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);

        runs.run("one", Trade.until(end));

        assertThat(due(runs)).isEqualTo(end);
        assertThat(due(offers())).as("in another process").isEqualTo(end);
    }

    @Test
    default void Q2_a_question_whose_time_is_over_is_stored_and_takes_no_answer() {
        Runs runs = offers();

        Outcome.Offer asked = (Outcome.Offer) runs.run("one", Trade.until(Instant.EPOCH));

        assertThrown(StaleAnswerException.class, () -> runs.answerOffer(asked, "late"));
        assertThat(lines(runs.resume("one"))).containsExactly("lapsed");
    }

    @Test
    default void Q2_a_question_that_is_asked_again_keeps_its_end() {
        Runs runs = offers();
        Instant end = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
        Outcome.Offer asked = (Outcome.Offer) runs.run("one", Trade.until(end));

        assertThrown(InvalidAnswerException.class, () -> runs.answerOffer(asked, "nothing"), "Nothing is no answer.");

        assertThat(due(runs)).isEqualTo(end);
        assertThat(lines(runs.answerOffer(asked, "ten"))).containsExactly("took ten");
    }

    @Test
    default void Q2_a_length_counts_on_while_a_question_is_asked_again() {
        Runs runs = offers();
        Outcome.Ask asked = (Outcome.Ask) runs.run("one", Trade.within(Duration.ofHours(1)));
        Instant end = due(runs);

        assertThrown(InvalidAnswerException.class, () -> runs.answerAsk(asked, "nothing"));

        assertThat(due(runs)).isCloseTo(end, within(100, ChronoUnit.MILLIS));
    }

    @Test
    default void Q2_a_question_that_is_asked_again_leaves_at_least_a_minute() {
        Runs runs = offers();
        Outcome.Ask asked = (Outcome.Ask) runs.run("one", Trade.within(Duration.ofSeconds(10)));
        Instant end = due(runs);

        assertThrown(InvalidAnswerException.class, () -> runs.answerAsk(asked, "nothing"));

        assertThat(due(runs)).isBetween(end.plusSeconds(45), end.plusSeconds(75));
        assertThat(lines(runs.answerAsk(asked, "ten"))).containsExactly("asked", "took ten");
    }
}
