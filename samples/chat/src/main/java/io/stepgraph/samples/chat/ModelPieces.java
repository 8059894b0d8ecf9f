package io.stepgraph.samples.chat;

import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pieces that come from the model, from the threads of its client to the thread of the step. */
final class ModelPieces implements StreamingChatResponseHandler {

    /** The model counts as lost after such a silence. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    private final BlockingQueue<Piece> queue = new LinkedBlockingQueue<>();
    private @Nullable StreamingHandle handle;
    private boolean isAbandoned;

    /** Something that came. */
    sealed interface Piece {

        /** A piece of the text. */
        record Text(String text) implements Piece {}

        /** A piece of something that the user does not see: a thought, or a call that is not complete yet. */
        record Unseen() implements Piece {}

        /** The end. */
        record Done(ChatResponse response) implements Piece {}

        /** The end by an error. */
        record Failed(Throwable error) implements Piece {}
    }

    /** Waits for the next piece. */
    Piece next() throws InterruptedException {
        Piece piece = queue.poll(LONGEST_SILENCE.toMillis(), TimeUnit.MILLISECONDS);
        return piece != null
                ? piece
                : new Piece.Failed(
                        new TimeoutException("The model was silent for " + LONGEST_SILENCE.toSeconds() + " seconds."));
    }

    /**
     * Cancels the call of the model, unless it is over. Before its first piece there is nothing to cancel it by; it is
     * cancelled with that piece then.
     */
    void abandon() {
        StreamingHandle open = close();
        if (open != null) {
            open.cancel();
        }
    }

    private synchronized @Nullable StreamingHandle close() {
        isAbandoned = true;
        return handle;
    }

    private void come(Piece piece, StreamingHandle by) {
        if (!isTaken(piece, by)) {
            by.cancel();
        }
    }

    private synchronized boolean isTaken(Piece piece, StreamingHandle by) {
        handle = by;
        return !isAbandoned && queue.add(piece);
    }

    private synchronized void end(Piece piece) {
        handle = null;
        queue.add(piece);
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        come(new Piece.Text(piece.text()), context.streamingHandle());
    }

    @Override
    public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
        come(new Piece.Unseen(), context.streamingHandle());
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
        come(new Piece.Unseen(), context.streamingHandle());
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        end(new Piece.Done(response));
    }

    @Override
    public void onError(Throwable error) {
        end(new Piece.Failed(error));
    }
}
