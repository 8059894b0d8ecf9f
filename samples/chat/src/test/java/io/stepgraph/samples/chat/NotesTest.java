package io.stepgraph.samples.chat;

import static io.stepgraph.samples.chat.FakeModel.calls;
import static io.stepgraph.samples.chat.FakeModel.note;
import static io.stepgraph.samples.chat.FakeModel.says;
import static io.stepgraph.samples.chat.FakeModel.search;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.langchain4j.Decision;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.langchain4j.Proposal;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notes: the one thing that the agent changes, after a person has approved it. */
final class NotesTest {
    private final FakeModel model = new FakeModel(asked ->
            asked.results().isEmpty() ? calls(search("a"), note("b", "The pilot comes on Monday.")) : says("Done."));

    @TempDir
    private Path folder;

    private World world;

    @BeforeEach
    void begin() {
        world = new World(model, folder.resolve("notes.md"));
    }

    private Outcome.Approve ask(ChatAgentGraph.Machine machine) {
        return (Outcome.Approve) machine.start(new Dialogue(), "Note when the pilot comes");
    }

    /** The result that the model gets for its note. */
    private String decide(Function<Proposal, Decision> decision) {
        ChatAgentGraph.Machine machine = ChatAgentGraph.of(world.agent()).machine();
        machine.answerApprove(decision.apply(ask(machine).question()));
        return model.last().allResults().get(1);
    }

    @Test
    void the_question_shows_the_note_and_nothing_is_written_before_its_answer() {
        Proposal proposal = ask(ChatAgentGraph.of(world.agent()).machine()).question();

        assertThat(proposal.text()).startsWith("Save the note").contains("The pilot comes on Monday.");
        assertThat(world.saved()).isEmpty();
    }

    @Test
    void an_approved_note_is_saved() {
        assertThat(decide(proposal -> new Approved())).isEqualTo("b=Saved in notes.md.");
        assertThat(world.saved()).containsExactly("- The pilot comes on Monday.");
    }

    @Test
    void a_rejected_note_is_not_saved_and_the_model_is_told_why() {
        assertThat(decide(proposal -> new Rejected("It is Tuesday."))).contains("It is Tuesday.");
        assertThat(world.saved()).isEmpty();
    }

    @Test
    void an_edited_note_is_saved_as_it_was_edited_and_the_model_is_told() {
        assertThat(decide(proposal -> proposal.edited("{\"text\": \"The pilot comes on Tuesday.\"}")))
                .contains("A person changed the arguments", "Tuesday", "Saved in notes.md.");
        assertThat(world.saved()).containsExactly("- The pilot comes on Tuesday.");
    }

    @Test
    void a_note_is_written_once_for_each_key() throws IOException {
        Notes notes = new Notes(folder.resolve("notes.md"));

        notes.save("The pilot comes.", "key-1");
        notes.save("The pilot comes.", "key-1");
        notes.save("The pilot comes.", "key-2");

        assertThat(world.saved()).hasSize(2);
    }
}
