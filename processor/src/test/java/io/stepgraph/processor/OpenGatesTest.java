package io.stepgraph.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.testing.Compiler;
import io.stepgraph.processor.testing.Ecj;
import io.stepgraph.processor.testing.Javac;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A2: where the only answer opens the gate, nothing in it can say no, wherever it stands. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("A2")
final class OpenGatesTest {

    private static final String AGENT = """
            package example;

            import io.stepgraph.*;
            import java.util.*;

            @StepGraph(start = "approve")
            final class Agent {
                @Interrupt(answer = $ANSWER.class, next = "pay")
                Case approve(Case state) {
                    return state;
                }

                @Step(next = StepGraph.END)
                @GatedBy("approve")
                void pay(Case state, $ANSWER answer) {}
            }

            record Case(int cents) {}

            record Answer($COMPONENTS) {}

            record Refund(int cents, boolean isWhole) {}

            record Item(String name, boolean ok) {}

            record Note(String text) {}

            enum Verdict { APPROVE, LATER, REJECT }

            sealed interface Choice { record Yes() implements Choice {} record No() implements Choice {} }
            """;

    @AutoClose
    private final Compiler javac = new Javac();

    @AutoClose
    private final Compiler ecj = new Ecj();

    OpenGatesTest() throws IOException {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Verdict verdict, int cents       | verdict    | stands for a no",
                "String reply                     | reply      | says no",
                "Optional<String> reply           | reply      | says no",
                "Note note                        | note.text  | says no",
                "Optional<Boolean> ok, int cents  | ok         | says no",
                "List<Item> items                 | items[].ok | says no",
                "Map<String, Boolean> votes       | votes      | says no",
                "Map<String, List<Verdict>> votes | votes      | stands for a no",
                "Choice choice, int cents         | choice     | says no",
                "List<Choice> choices             | choices    | says no",
                "Item item, int cents             | item.ok    | says no",
                "@Action Refund refund, Item item | item.ok    | says no",
            })
    void A2_a_component_that_can_say_no_is_reported(String components, String path, String refuses) throws IOException {
        assertThat(saidOf("Answer", components))
                .containsExactly(
                        "Answer opens this gate, even if its '" + path + "' " + refuses + ". Make each decision a"
                                + " record of its own below a sealed interface, and name only those that allow 'pay'. If '"
                                + path
                                + "' decides nothing, write @SuppressWarnings(\"stepgraph:OpenGate\") on 'pay'. [OpenGate]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Verdict", "String", "Boolean"})
    void A2_an_answer_that_is_a_yes_or_a_no_is_reported(String answer) throws IOException {
        assertThat(saidOf(answer, ""))
                .containsExactly(
                        "Every answer to 'approve' opens this gate (" + answer + "), also a refusal, so it proves"
                                + " nothing. Answer with a sealed interface instead, one record for each decision. Name only the"
                                + " answers that allow 'pay'. [OpenGate]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "int cents", "String name, int cents", "@Action Refund refund", "Map<Verdict, Integer> cents"
            })
    void A2_an_answer_that_cannot_say_no_is_not_reported(String components) throws IOException {
        assertThat(saidOf("Answer", components)).isEmpty();
    }

    private List<String> saidOf(String answer, String components) throws IOException {
        String agent = AGENT.replace("$ANSWER", answer).replace("$COMPONENTS", components);
        List<String> said = javac.ours("Agent.java", agent);
        assertThat(ecj.ours("Agent.java", agent)).isEqualTo(said);
        return said;
    }
}
