package io.stepgraph.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pieces that come from the threads of the model's client to the thread of the step. */
final class ModelPieces implements StreamingChatResponseHandler {
    private final BlockingQueue<Piece> queue = new LinkedBlockingQueue<>();
    private volatile @Nullable Runnable cancel;
    private volatile boolean isAbandoned;

    /** Something that came. */
    sealed interface Piece {

        /** A piece of the text; empty for a sign of life that nobody sees: a thought, or a part of a call. */
        record Text(String text) implements Piece {}

        /** The end. */
        record Done(ChatResponse response) implements Piece {}

        /** The end by an error. */
        record Failed(Throwable error) implements Piece {}
    }

    /** Waits for the next piece. Returns null if none came in time. */
    @Nullable Piece next(long nanos) throws InterruptedException {
        return queue.poll(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Cancels the call of the model, unless it is over. Before its first piece there is nothing to cancel it by; it is
     * cancelled with that piece then.
     */
    void abandon() {
        isAbandoned = true;
        cancelIfAbandoned();
    }

    private void come(String text, Runnable cancel) {
        queue.add(new Piece.Text(text));
        this.cancel = cancel;
        cancelIfAbandoned();
    }

    /** Of two threads that come here at once, at least one sees what both have written. */
    private void cancelIfAbandoned() {
        Runnable by = cancel;
        if (isAbandoned && by != null) {
            try {
                by.run();
            } catch (RuntimeException unsupported) {
                // Such a model speaks on, and nobody hears it.
            }
        }
    }

    @Override
    public void onPartialResponse(String text) {
        queue.add(new Piece.Text(text)); // of a model that cannot be cancelled
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        come(piece.text(), context.streamingHandle()::cancel);
    }

    @Override
    public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
        come("", context.streamingHandle()::cancel);
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
        come("", context.streamingHandle()::cancel);
    }

    @Override
    public void onUnmappedRawEvent(Object event) {
        if (event instanceof Thread caller) {
            come("", caller::interrupt);
        } else {
            queue.add(new Piece.Text("")); // such as a search of the provider
        }
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        cancel = null;
        queue.add(new Piece.Done(response));
    }

    @Override
    public void onError(Throwable error) {
        queue.add(new Piece.Failed(error));
    }
}
