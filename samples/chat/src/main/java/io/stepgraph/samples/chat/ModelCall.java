package io.stepgraph.samples.chat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.Message.Assistant;
import io.stepgraph.samples.chat.ModelPieces.Piece;
import java.util.Objects;

/** A call of the model, read in the thread of the step while the model speaks in its own. */
final class ModelCall {
    private final ModelPieces pieces;
    private final StepContext<ChatEvent> context;
    private final StringBuilder text = new StringBuilder();
    private boolean begun;

    private ModelCall(ModelPieces pieces, StepContext<ChatEvent> context) {
        this.pieces = pieces;
        this.context = context;
    }

    /**
     * Calls the model and emits its tokens. If the run is cancelled meanwhile, the call of the model is cancelled too.
     *
     * @throws io.stepgraph.runtime.TransientException if it failed before its first token, and may succeed later
     * @throws ModelFailedException if it failed before its first token for good
     */
    static ModelTurn stream(StreamingChatModel model, ChatRequest request, StepContext<ChatEvent> context)
            throws InterruptedException {
        ModelPieces pieces = new ModelPieces();
        try {
            begin(model, request, pieces);
            return new ModelCall(pieces, context).read();
        } finally {
            pieces.abandon();
        }
    }

    private static void begin(StreamingChatModel model, ChatRequest request, ModelPieces pieces) {
        try {
            model.chat(request, pieces);
        } catch (RuntimeException refused) {
            pieces.onError(refused);
        }
    }

    private ModelTurn read() throws InterruptedException {
        while (true) {
            context.checkCancelled();
            Piece piece = pieces.next();
            if (piece instanceof Piece.Text told) {
                begun = true;
                text.append(told.text());
                context.emit(new Token(told.text()));
            } else if (piece instanceof Piece.Done done) {
                return turn(done.response());
            } else if (piece instanceof Piece.Failed failed) {
                return failed(failed.error());
            } else {
                begun = true;
            }
        }
    }

    private ModelTurn turn(ChatResponse response) {
        AiMessage said = response.aiMessage();
        String whole = Objects.requireNonNullElse(said.text(), "");
        if (response.finishReason() == FinishReason.LENGTH) {
            return new ModelTurn.Ended(new BrokenOff(text.toString(), "it reached the longest length of an answer."));
        }
        if (whole.isBlank() && !said.hasToolExecutionRequests()) {
            return new ModelTurn.Ended(new BrokenOff("", "the model said nothing."));
        }
        return new ModelTurn.Spoken(new Assistant(whole, Transcript.calls(said), false));
    }

    private ModelTurn failed(Throwable error) {
        if (!begun) {
            throw ModelErrors.beforeTheFirstToken(error);
        }
        return new ModelTurn.Ended(new BrokenOff(text.toString(), ModelErrors.reason(error)));
    }
}
