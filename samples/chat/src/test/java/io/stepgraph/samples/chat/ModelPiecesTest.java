package io.stepgraph.samples.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import io.stepgraph.samples.chat.FakeModel.Handle;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A call of the model that nobody reads any more is cancelled as soon as there is something to cancel it by. */
final class ModelPiecesTest {
    private final ModelPieces pieces = new ModelPieces();
    private final Handle handle = new Handle();

    private void tell(String text) {
        pieces.onPartialResponse(new PartialResponse(text), new PartialResponseContext(handle));
    }

    @Test
    void a_call_that_speaks_is_cancelled_at_once() {
        tell("I am");
        pieces.abandon();
        assertThat(handle.isCancelled()).isTrue();
    }

    @Test
    void a_call_that_has_not_spoken_is_cancelled_with_its_first_piece() {
        pieces.abandon();
        assertThat(handle.isCancelled()).isFalse();
        tell("I am");
        assertThat(handle.isCancelled()).isTrue();
    }

    @Test
    void a_call_that_is_over_is_not_cancelled() {
        tell("I am");
        pieces.onError(new IOException("The connection was lost"));
        pieces.abandon();
        assertThat(handle.isCancelled()).isFalse();
    }
}
