package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.testkit.store.AnswererAgent.No;
import io.stepgraph.testkit.store.AnswererAgent.Notes;
import io.stepgraph.testkit.store.AnswererAgent.Unsure;
import io.stepgraph.testkit.store.AnswererAgent.Yes;
import io.stepgraph.testkit.store.AnswererAgentGraph.Outcome;
import io.stepgraph.testkit.store.AnswererAgentGraph.Runs;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The promises about who may answer (W1 to W5): ann starts the runs, bob is a reviewer, carol a lead. */
@Tag("W1")
@Tag("W2")
@Tag("W3")
@Tag("W4")
@Tag("W5")
interface EngineAnswererContract extends EngineFixture {
    Actor ANN = Actor.named("ann", "reviewer", "lead");
    Actor BOB = Actor.named("bob", "reviewer", "lead");
    Actor CAROL = Actor.named("carol", "lead");

    private Runs.Unnamed answerers() {
        return AnswererAgentGraph.of(new AnswererAgent())
                .on(process(EngineSettings.DEFAULT).engine());
    }

    private static Outcome.Approve approve(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Approve.class);
        return (Outcome.Approve) outcome;
    }

    private static Outcome.Confirm confirm(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Confirm.class);
        return (Outcome.Confirm) outcome;
    }

    private static List<String> lines(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Completed.class);
        return ((Outcome.Completed) outcome).result().lines;
    }

    private static void assertRefused(ThrowingCallable answer, String... words) {
        assertThatThrownBy(answer)
                .isInstanceOf(AnswerNotPermittedException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    default void W3_the_starter_is_refused_at_each_door_and_the_run_waits_on() {
        Runs.Unnamed runs = answerers();
        Outcome.Approve asked = approve(runs.as(ANN).run("one", new Notes()));

        assertRefused(
                () -> runs.as(ANN).answerApprove(asked, new Yes()),
                "'approve' of run 'one' may be answered by a reviewer, but not by the person who started the run;"
                        + " ann may not");
        assertRefused(() -> runs.as(ANN).answerApprove(asked.ticket(), new Yes()), "ann may not");
        assertRefused(() -> runs.as(ANN).answer(asked.ticket().id(), "{\"@type\":\"Yes\"}"), "ann may not");

        assertThat(approve(runs.as(ANN).outcome("one").orElseThrow()).ticket()).isEqualTo(asked.ticket());
        confirm(runs.as(BOB).answerApprove(asked, new Yes()));
        assertThat(answers(runs.as(ANN), "one", CAROL)).containsExactly("bob [lead, reviewer]", "carol [lead]");
    }

    /** Ends the run, and reads who has answered. */
    private static List<String> answers(Runs runs, String id, Actor last) {
        runs.as(last).answerConfirm(confirm(runs.outcome(id).orElseThrow()), new Yes());
        List<String> answers = new ArrayList<>();
        try (RunStream events = runs.events(id)) {
            events.forEach(event -> {
                if (event.event() instanceof RunEvent.Answered answered) {
                    answers.add(answered.by() + " " + answered.roles());
                }
            });
        }
        return answers;
    }

    @Test
    default void W3_a_person_without_the_role_is_refused() {
        Runs.Unnamed runs = answerers();
        Outcome.Approve asked = approve(runs.as(ANN).run("one", new Notes()));

        assertRefused(() -> runs.as(CAROL).answerApprove(asked, new Yes()), "by a reviewer", "carol may not");
    }

    @Test
    default void W4_one_person_cannot_answer_both_questions_also_if_they_are_asked_again() {
        Runs.Unnamed runs = answerers();
        Outcome.Confirm confirm =
                confirm(runs.as(BOB).answerApprove(approve(runs.as(ANN).run("one", new Notes())), new Yes()));

        assertRefused(
                () -> runs.as(BOB).answerConfirm(confirm, new Yes()),
                "by a lead, but not by the person who answered 'approve'; bob may not");

        Outcome again = runs.as(CAROL).answerConfirm(confirm, new No());
        Outcome.Confirm second = confirm(runs.as(BOB).answerApprove(approve(again), new Yes()));
        assertRefused(() -> runs.as(BOB).answerConfirm(second, new Yes()), "bob may not");
        assertThat(lines(runs.as(ANN).answerConfirm(second, new Yes()))).containsExactly("asked again", "done");
    }

    @Test
    default void W4_a_third_person_is_compared_with_both_answerers_before_and_with_nobody_else() {
        Runs.Unnamed runs = answerers();
        Outcome.Confirm confirm =
                confirm(runs.as(BOB).answerApprove(approve(runs.as(ANN).run("one", new Notes())), new Yes()));
        Outcome.Sign sign = (Outcome.Sign) runs.as(CAROL).answerConfirm(confirm, new Unsure());

        assertRefused(
                () -> runs.as(BOB).answerSign(sign, new Yes()),
                "by a person with a name, but not by the person who answered 'approve'"
                        + " or by the person who answered 'confirm'; bob may not");
        assertRefused(() -> runs.as(CAROL).answerSign(sign, new Yes()), "carol may not");

        Outcome again = runs.as(ANN).answerSign(sign, new No());
        Actor dave = Actor.named("dave", "reviewer");
        Outcome.Confirm asked = confirm(runs.as(dave).answerApprove(approve(again), new Yes()));
        Outcome.Sign last = (Outcome.Sign) runs.as(CAROL).answerConfirm(asked, new Unsure());
        assertRefused(() -> runs.as(dave).answerSign(last, new Yes()), "dave may not");
        assertThat(lines(runs.as(BOB).answerSign(last, new Yes()))).containsExactly("asked again", "done");
    }

    @Test
    default void W5_a_graph_whose_starter_may_not_answer_has_no_start_and_no_answer_before_a_name() {
        assertThat(Runs.Unnamed.class.getDeclaredMethods())
                .extracting(Method::getName)
                .contains("as")
                .doesNotContain("run", "enqueue", "stream", "answer", "answerApprove", "fork");
    }

    @Test
    default void W5_who_forks_a_run_is_refused_like_its_starter() {
        Runs.Unnamed runs = answerers();
        approve(runs.as(ANN).run("one", new Notes()));
        runs.as(BOB).fork("one", 1, "two");
        Outcome.Approve asked = approve(runs.as(CAROL).resume("two"));

        assertRefused(() -> runs.as(ANN).answerApprove(asked, new Yes()), "ann may not");
        assertRefused(() -> runs.as(BOB).answerApprove(asked, new Yes()), "bob may not");
        confirm(runs.as(Actor.named("dave", "reviewer")).answerApprove(asked, new Yes()));
    }

    @Test
    default void W2_a_question_that_an_earlier_build_has_asked_without_a_rule_is_answered_as_before() {
        EngineProcess older = process(EngineSettings.DEFAULT);
        OlderAnswererAgentGraph.of(new OlderAnswererAgent())
                .on(older.engine())
                .as(ANN)
                .run("one", new Notes());
        older.die();

        Runs.Unnamed runs = answerers();
        confirm(runs.as(CAROL)
                .answerApprove(approve(runs.as(CAROL).outcome("one").orElseThrow()), new Yes()));
    }

    @Test
    default void W3_of_a_permitted_and_a_refused_answer_that_race_the_permitted_one_is_stored() throws Exception {
        Runs.Unnamed runs = answerers();
        for (int run = 0; run < 5; run++) {
            String id = "run-" + run;
            Outcome.Approve asked = approve(runs.as(ANN).run(id, new Notes()));
            Future<ErrorCode> refused = call(() -> {
                try {
                    runs.as(ANN).answerApprove(asked, new No());
                    return null;
                } catch (AnswerNotPermittedException | StaleAnswerException no) {
                    return no.code();
                }
            });
            confirm(runs.as(BOB).answerApprove(asked, new Yes()));
            assertThat(refused.get()).isIn(ErrorCode.ANSWER_NOT_PERMITTED, ErrorCode.STALE_ANSWER);
        }
    }
}
