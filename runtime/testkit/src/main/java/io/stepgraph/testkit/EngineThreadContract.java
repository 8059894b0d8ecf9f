package io.stepgraph.testkit;

import static io.stepgraph.testkit.EngineFixture.completed;
import static io.stepgraph.testkit.EngineFixture.decide;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ThreadBusyException;
import io.stepgraph.testkit.ContractAgent.Notes;
import io.stepgraph.testkit.ContractAgent.Rejected;
import io.stepgraph.testkit.ContractAgent.Turn;
import io.stepgraph.testkit.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.ContractAgentGraph.Runs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Conversations: runs that share a state, one after the other. */
@Tag("I8")
@Tag("L2")
interface EngineThreadContract extends EngineFixture {

    private Runs thread(String name) {
        ContractAgent agent = ContractAgent.of().preparing((notes, context) -> {
            notes.lines.add(context.runId());
            notes.turn = Turn.DECIDE;
        });
        return ContractAgentGraph.of(agent).on(process(EngineSettings.DEFAULT).engine(), name);
    }

    @Test
    default void I8_a_thread_with_an_unfinished_run_starts_no_other() {
        Runs chat = thread("chat");
        Outcome.Decide asked = decide(chat.run("one", Notes.of(Turn.END)));

        assertThatThrownBy(() -> chat.run("two", Notes.of(Turn.END))).isInstanceOf(ThreadBusyException.class);
        decide(thread("other").run("two", Notes.of(Turn.END)));
        completed(chat.answerDecide(asked, new Rejected("no")));
        decide(chat.run("three", Notes.of(Turn.END)));
    }

    @Test
    default void L2_a_run_begins_with_the_state_that_the_last_one_of_its_thread_left() {
        Runs chat = thread("chat");
        Outcome.Decide first = decide(chat.run("one", Notes.of(Turn.END, "given")));
        completed(chat.answerDecide(first, new Rejected("no")));
        decide(chat.run("two", Notes.of(Turn.END, "ignored")));
        chat.cancel("two", "ann");

        Outcome.Decide third = decide(thread("chat").run("three", Notes.of(Turn.END, "ignored")));

        assertThat(third.question().text()).contains("[given, one, asked, shelved: no, two, asked, three, asked]");
    }
}
