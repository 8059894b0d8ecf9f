package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.StrictModel.fails;
import static io.stepgraph.langchain4j.StrictModel.replies;
import static io.stepgraph.langchain4j.StrictModel.speak;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import io.stepgraph.langchain4j.ModelPieces.Piece;
import io.stepgraph.langchain4j.StrictModel.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pieces between the threads of a model and that of a step. */
@Tag("K11")
final class ModelPiecesTest {
    private final ModelPieces pieces = new ModelPieces();
    private final Handle handle = new Handle();

    @Test
    void a_part_of_a_call_and_an_event_that_LangChain4j_does_not_know_are_signs_of_life() throws InterruptedException {
        PartialToolCall part = PartialToolCall.builder()
                .index(0)
                .id("1")
                .name("find")
                .partialArguments("{\"")
                .build();
        pieces.onPartialToolCall(part, new PartialToolCallContext(handle));
        pieces.onUnmappedRawEvent("web_search_call.in_progress");

        assertThat(pieces.next(0)).isEqualTo(new Piece.Text(""));
        assertThat(pieces.next(0)).isEqualTo(new Piece.Text(""));
    }

    @Test
    void a_call_that_is_over_is_not_cancelled() {
        speak(handle, pieces, "A lens");
        replies(AiMessage.from("A lens")).take(pieces);
        pieces.abandon();

        assertThat(handle.isCancelled()).isFalse();
    }

    @Test
    void a_call_that_has_failed_in_the_midst_is_closed() {
        speak(handle, pieces, "A lens");
        fails(new IllegalStateException("The model is overloaded")).take(pieces);
        pieces.abandon();

        assertThat(handle.isCancelled()).isTrue();
    }

    @Test
    void a_model_that_refuses_to_be_cancelled_is_left_alone() {
        Handle stubborn = new Handle() {
            @Override
            public void cancel() {
                throw new UnsupportedFeatureException("This model cannot be cancelled");
            }
        };
        speak(stubborn, pieces, "A lens");

        assertThatCode(pieces::abandon).doesNotThrowAnyException();
    }
}
