package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Loaded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The generated dispatcher at run time: each way to return, each answer, each declaration. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DispatchTest {

    private Loaded kinds;

    @BeforeAll
    void load(@TempDir Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("kinds"));
        assertThat(build.said()).isEmpty();
        kinds = new Loaded(build, "kinds", "Kinds");
    }

    @AfterAll
    void close() throws IOException {
        kinds.close();
    }

    @Test
    void aStepThatReturnsNothingGoesToItsNext() throws Exception {
        assertThat(enter("NOTHING", "x", null)).isEqualTo("Go[target=VALUE, input=null, state=null]");
        assertThat(enter("NO", "x", kinds.make("Never"))).isEqualTo("Go[target=ONLY_CHOICE, input=null, state=null]");
    }

    @Test
    void aReturnedStateReplacesTheOldOne() throws Exception {
        assertThat(enter("NEW_STATE", "x", null)).isEqualTo("Go[target=NOTHING, input=null, state=Essay[text=new]]");
    }

    @Test
    void aReturnedValueIsHandedOver() throws Exception {
        assertThat(enter("VALUE", "x", null)).isEqualTo("Go[target=CHOICE, input=Notes[text=notes], state=null]");
    }

    @Test
    void aChoiceIsPassedOn() throws Exception {
        Object notes = kinds.make("Notes", "n");
        assertThat(enter("CHOICE", "question", notes)).isEqualTo("Go[target=QUESTION, input=null, state=null]");
        assertThat(enter("CHOICE", "choice", notes))
                .isEqualTo("Go[target=CHOICE, input=Notes[text=n], state=Essay[text=other]]");
        assertThat(enter("CHOICE", "end", notes)).isEqualTo("End[result=Report[text=done], state=null]");
        assertThat(enter("ONLY_CHOICE", "x", null)).isEqualTo("End[result=Report[text=only], state=null]");
    }

    @Test
    void aResultEndsTheRun() throws Exception {
        assertThat(enter("STOP", "x", kinds.make("Notes", "n"))).isEqualTo("End[result=Report[text=n], state=null]");
    }

    @Test
    void aStepFailsTheRunWithItsReason() throws Exception {
        assertThat(enter("FAILED", "x", null)).isEqualTo("Fail[reason=failed]");
        assertThatThrownBy(() -> enter("FAILED", "", null)).hasMessageContaining("returned null");
    }

    @Test
    void anInterruptAsks() throws Exception {
        assertThat(enter("QUESTION", "x", null)).isEqualTo("Ask[question=7, expires=null, state=null]");
    }

    @Test
    void nullIsNamedForWhatItIs() throws Exception {
        for (String step : new String[] {"NEW_STATE", "VALUE"}) {
            assertThatThrownBy(() -> enter(step, "", null)).hasMessageContaining("returned null");
        }
        assertThatThrownBy(() -> enter("CHOICE", "", kinds.make("Notes", "n"))).hasMessageContaining("returned null");
        assertThatThrownBy(() -> enter("LATE", "", null)).hasMessageContaining("returned null");
    }

    @Test
    void eachAnswerLeadsToTheStepThatTakesIt() throws Exception {
        assertThat(kinds.route("QUESTION", kinds.constant("Yes", "YES"))).hasToString("YES");
        assertThat(kinds.route("QUESTION", kinds.make("Never"))).hasToString("NO");
        assertThat(kinds.route("QUESTION", kinds.make("Later"))).hasToString("NO");
        assertThat(kinds.route("QUESTION", kinds.expired())).hasToString("LATE");
    }

    @Test
    void noOtherAnswerIsAccepted() throws Exception {
        assertThat(kinds.route("QUESTION", "yes")).isNull();
        assertThat(kinds.route("NOTHING", kinds.make("Never"))).isNull();
    }

    @Test
    void choicesAreEqualIfTheyAreTheSame() throws Exception {
        assertThat(kinds.next("ChoiceNext", "question")).isSameAs(kinds.next("ChoiceNext", "question"));
        Object notes = kinds.make("Notes", "n");
        assertThat(kinds.next("ChoiceNext", "choice", notes))
                .isEqualTo(kinds.next("ChoiceNext", "choice", kinds.make("Notes", "n")))
                .isNotEqualTo(kinds.next("ChoiceNext", "question"))
                .hasToString("Go[target=CHOICE, input=Notes[text=n], state=null]");
    }

    @Test
    void theGraphDeclaresItself() throws Exception {
        assertThat(kinds.spec("name")).isEqualTo("kinds");
        assertThat(kinds.spec("start")).hasToString("NEW_STATE");
        assertThat(kinds.spec("state")).hasToString("Essay");
        assertThat(kinds.spec("output")).hasToString("Report");
        assertThat(kinds.spec("customEvent")).hasToString("Notes");
        assertThat(kinds.spec("fingerprint").toString()).matches("[0-9a-f]{16}");
    }

    /** Of several next steps that accept it. */
    @Test
    void anAnswerLeadsToTheStepThatTakesTheNarrowestType(@TempDir Path folder) throws Exception {
        try (Loaded narrow = new Loaded(Build.javac(folder, Build.agent("narrow")), "narrow", "Narrow")) {
            for (String[] way : new String[][] {
                {"Quit", "IGNORE"}, {"Key", "PRESS"}, {"Letter", "TYPE"}, {"Left", "CLICK"}, {"Right", "RIGHT_CLICK"}
            }) {
                assertThat(narrow.route("LISTEN", narrow.make(way[0]))).hasToString(way[1]);
            }
        }
    }

    @Test
    void arraysOfSomethingGenericAreStoredAndReadBack(@TempDir Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("arrays"));
        assertThat(build.said()).isEmpty();
        try (Loaded rows = new Loaded(build, "arrays", "Rows")) {
            assertThat(rows.drive()).isEqualTo("[[[2]], [[1, 2]]][[3]]");
        }
    }

    @Test
    void aPrimitiveTakesTheValueOfItsBox(@TempDir Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("boxes"));
        assertThat(build.said()).isEmpty();
        try (Loaded boxes = new Loaded(build, "boxes", "Boxes")) {
            assertThat(boxes.drive()).isEqualTo("2 words. Enough? 1, 2 words. Enough? 7");
        }
    }

    @Test
    void everyDeclarationOfAStepReachesTheRuntime() throws Exception {
        assertThat(kinds.step("NOTHING", "formerly")).hasToString("[none, nil]");
        assertThat(kinds.step("NOTHING", "timeout")).hasToString("Timeout[length=PT2S, written=2s]");
        assertThat(kinds.step("NOTHING", "onFailure")).hasToString("FAILED");
        assertThat(kinds.step("NOTHING", "failures")).hasToString("[class java.lang.IllegalStateException]");
        assertThat(kinds.step("FAILED", "fail")).isEqualTo(true);
        assertThat(kinds.step("FAILED", "end")).isEqualTo(false);
        assertThat(kinds.step("CHOICE", "fail")).isEqualTo(false);
        assertThat(kinds.step("NOTHING", "isTransactional")).isEqualTo(true);
        assertThat(kinds.step("VALUE", "isTransactional")).isEqualTo(false);
        assertThat(kinds.step("NOTHING", "retry"))
                .hasToString(
                        "RetryPolicy[attempts=2, backoffMillis=1000, factor=3.0, maxBackoffMillis=2000, jitter=0.0,"
                                + " on=[class java.lang.IllegalStateException]]");
        assertThat(kinds.step("CHOICE", "input")).hasToString("Notes");
        assertThat(kinds.step("CHOICE", "end")).isEqualTo(true);
        assertThat(kinds.step("CHOICE", "maxVisits")).hasToString("MaxVisits[times=3, then=STOP]");
        assertThat((Set<?>) kinds.step("CHOICE", "next"))
                .map(Object::toString)
                .containsExactlyInAnyOrder("CHOICE", "QUESTION");
        assertThat(kinds.step("QUESTION", "question")).hasToString("Integer");
        assertThat(kinds.step("QUESTION", "answers")).hasToString("[Answer]");
        assertThat(kinds.step("QUESTION", "expires")).hasToString("PT1H");
        assertThat(kinds.step("QUESTION", "answerRule"))
                .hasToString("AnswerRule[roles=[], starter=ONLY, otherThan=[]]");
        assertThat(kinds.step("YES", "mode")).hasToString("BYPASS_PERMISSIONS");
        assertThat(kinds.step("YES", "gate"))
                .hasToString(
                        "Gate[interrupt=QUESTION, answers=[class kinds.Kinds$Yes], takesAnswered=false, exactly=false]");
    }

    @Test
    void anAnsweredQuestionIsHandedOver(@TempDir Path folder) throws Exception {
        try (Loaded exact = exact(folder)) {
            Object refund = exact.make("Refund", "7");
            Object asked = exact.make("Asked", "Refund?", refund);
            Object approved = exact.answered(asked, exact.make("Partly", refund, "half"));
            Object sure = exact.answered(asked, exact.make("Sure", "ann"));
            Object state = exact.make("Case", "changed");

            assertThat(exact.enter("SECOND", state, null, approved))
                    .isEqualTo("Ask[question=Asked[text=Refund?, action=Refund[order=7]], expires=null, state=null]");
            assertThat(exact.enter("PAY", state, null, sure))
                    .isEqualTo("Go[target=TELL, input=Report[text=7 by ann], state=null]");
            assertThat(exact.enter("TELL", state, exact.make("Report", "paid"), approved))
                    .isEqualTo("End[result=Report[text=changed, paid, 7], state=null]");
        }
    }

    @Test
    void anAnswerLeadsToTheStepThatTakesItWithItsQuestion(@TempDir Path folder) throws Exception {
        try (Loaded exact = exact(folder)) {
            assertThat(exact.route("APPROVE", exact.make("Fully"))).hasToString("SECOND");
            assertThat(exact.route("APPROVE", exact.make("Partly", null, "half")))
                    .hasToString("SECOND");
            assertThat(exact.route("APPROVE", exact.make("No"))).hasToString("REFUSE");
            assertThat(exact.route("SECOND", exact.make("Sure", "ann"))).hasToString("PAY");
        }
    }

    @Test
    void aGateDeclaresWhetherItsStepTakesTheAnsweredQuestion(@TempDir Path folder) throws Exception {
        try (Loaded exact = exact(folder)) {
            assertThat(exact.step("SECOND", "gate"))
                    .hasToString("Gate[interrupt=APPROVE, answers=[class exact.Exact$Fully, class exact.Exact$Partly],"
                            + " takesAnswered=true, exactly=true]");
            assertThat(exact.step("TELL", "gate"))
                    .hasToString("Gate[interrupt=APPROVE, answers=[class exact.Exact$Fully, class exact.Exact$Partly],"
                            + " takesAnswered=true, exactly=false]");
            assertThat(exact.step("SECOND", "input")).isNull();
            assertThat(exact.step("TELL", "input")).hasToString("Report");
        }
    }

    @Test
    void aMarkDeclaresItsPlaceAndItsType(@TempDir Path folder) throws Exception {
        try (Loaded exact = exact(folder)) {
            List<?> actions = (List<?>) exact.step("APPROVE", "actions");

            assertThat(actions)
                    .map(action -> action.toString().replaceFirst(", part=.*", ""))
                    .containsExactly(
                            "Action[of=class exact.Exact$Asked, component=action, type=Refund",
                            "Action[of=class exact.Exact$Partly, component=refund, type=Refund");
            Object refund = exact.make("Refund", "7");
            assertThat(exact.part(actions.get(0), exact.make("Asked", "Refund?", refund)))
                    .isSameAs(refund);
            assertThat((List<?>) exact.step("PAY", "actions")).isEmpty();
        }
    }

    @Test
    void aWaitPausesForItsLengthOrAsLongAsItComputes(@TempDir Path folder) throws Exception {
        try (Loaded patient = patient(folder)) {
            Object order = patient.make("Order");

            assertThat(patient.enter("PAUSE", order, null))
                    .isEqualTo("Pause[until=Due[at=null, in=PT720H], state=null]");
            assertThat(order).hasToString("Order[text=paused]");
            assertThat(patient.enter("SNOOZE", order, patient.make("Snooze", "PT7M")))
                    .isEqualTo("Pause[until=Due[at=null, in=PT7M], state=null]");
            assertThat(patient.enter("UNTIL_THEN", order, null))
                    .isEqualTo("Pause[until=Due[at=2030-01-01T00:00:00Z, in=null], state=null]");
            assertThat(patient.step("PAUSE", "isWait")).isEqualTo(true);
            assertThat(patient.step("PAUSE", "next")).hasToString("[UNTIL_THEN]");
            assertThat(patient.step("LATE", "isWait")).isEqualTo(false);
        }
    }

    @Test
    void theTimeOfAQuestionIsComputedAfterItOfTheStateThatItLeft(@TempDir Path folder) throws Exception {
        try (Loaded patient = patient(folder)) {
            assertThat(patient.enter("APPROVE", patient.make("Order"), null))
                    .isEqualTo("Ask[question=Well?, expires=Due[at=null, in=PT10M], state=null]");
            assertThat(patient.enter("CONFIRM", patient.make("Order"), patient.make("Yes")))
                    .isEqualTo("Ask[question=Sure?, expires=Due[at=2030-01-01T00:00:00Z, in=null], state=null]");
            assertThat(patient.route("APPROVE", patient.expired())).hasToString("LATE");
        }
    }

    private static Loaded patient(Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("patient"));
        assertThat(build.said()).isEmpty();
        return new Loaded(build, "patient", "Patient");
    }

    private static Loaded exact(Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("exact"));
        assertThat(build.said()).isEmpty();
        return new Loaded(build, "exact", "Exact");
    }

    private String enter(String step, String essay, Object input) throws Exception {
        return kinds.enter(step, kinds.make("Essay", essay), input);
    }
}
