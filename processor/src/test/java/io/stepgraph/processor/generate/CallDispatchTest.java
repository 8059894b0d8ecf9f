package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.Loaded;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What is generated for calls, at run time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CallDispatchTest {

    private List<String> said;

    @BeforeAll
    @SuppressWarnings("unchecked")
    void drive(@TempDir Path folder) throws Exception {
        Build build = Build.javac(folder, Build.agent("callers"));
        assertThat(build.said()).isEmpty();
        try (Loaded callers = new Loaded(build, "callers", "Callers")) {
            said = (List<String>) callers.drive();
        }
    }

    @Test
    void aCallHandsOverItsStarts() {
        assertThat(said)
                .contains(
                        "one: Call[starts=[Topic[text=x]], state=null]",
                        "several: Call[starts=[Topic[text=x], Start[state=Topic[text=x], input=w]], state=null]",
                        "list: Call[starts=[Start[state=Topic[text=a], input=w], Start[state=Topic[text=x], input=w]],"
                                + " state=null]",
                        "empty list: Call[starts=[], state=null]");
    }

    @Test
    void nullIsNamedByItsAgentOrElement() {
        assertThat(said)
                .contains(
                        "no one: It returned no start for 'asker'.",
                        "no several: It returned null; return a value, or declare the method void.",
                        "no component: It returned no start for 'words'.",
                        "no element: It returned no start for element 2.",
                        "no state: It returned no start for element 2.");
    }

    @Test
    void aResultDecidesWhichStepIsNext() {
        assertThat(said)
                .contains(
                        "yes: Go[target=SEVERAL, input=Yes[text=y], state=null]",
                        "no: Go[target=NO, input=No[], state=null]",
                        "another: null");
    }

    @Test
    void theNextStepGetsWhatItTakes() {
        assertThat(said)
                .contains(
                        "results: Go[target=LIST, input=SeveralResults[asker=Yes[text=y], words=1], state=null]",
                        "list of results: Go[target=EACH, input=[1, 1], state=null]",
                        "ends: Go[target=ALL, input=EachEnds[words=Cancelled[run=r3, by=ann],"
                                + " asker=Completed[run=r1, result=Yes[text=y]]], state=null]",
                        "list of ends: Go[target=SINGLE, input=[Completed[run=r2, result=1],"
                                + " Cancelled[run=r3, by=ann]], state=null]",
                        "end: Go[target=LAST, input=Cancelled[run=r3, by=ann], state=null]",
                        "nothing: Go[target=DONE, input=null, state=null]");
    }

    @Test
    void theOutcomeHasThatOfEachAgent() {
        String asks = "Ask[ticket=Ticket[namespace=default, runId=r1, runNumber=1, visit=1, interrupt=ask,"
                + " nonce=nonce], question=Well?]";
        assertThat(said)
                .contains(
                        "one asks: called One[run=r1, asker=" + asks + "]",
                        "another works: called Several[asker=" + asks + ", words=null]",
                        "elements: called List[size=9, ended=5, waiting=[WaitingChild[run=r3, element=3,"
                                + " outcome=Cancelled[by=ann, effectsInDoubt=[]]]]]");
    }

    @Test
    void theGraphKnowsItsAgents() {
        String asker = "asker Asker[] Topic[text=s] null callers.Callers.Asker";
        String words = "words Words[] Topic[text=s] w callers.Callers.Words";
        assertThat(said)
                .contains(
                        "several: false 1000 PT2S false [" + asker + ", " + words + "]",
                        "list: true 7 null false [" + words + "]",
                        "each: false 1000 null true [" + words + ", " + asker + "]",
                        "single: false 1000 null true [" + words + "]");
    }

    @Test
    void aGraphWithCallsHasNoMachine() {
        assertThat(said)
                .last()
                .isEqualTo("Callers calls other agents, so it has no machine: run it on a Runner, with a MemoryStore in"
                        + " tests.");
    }
}
