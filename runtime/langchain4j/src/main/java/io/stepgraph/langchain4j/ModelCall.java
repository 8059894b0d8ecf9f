package io.stepgraph.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.stepgraph.langchain4j.ModelPieces.Piece;
import io.stepgraph.langchain4j.Reply.BrokenOff;
import io.stepgraph.langchain4j.Reply.Said;
import io.stepgraph.runtime.StepContext;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call of the model, read in the thread of the step while the model speaks in its own. */
final class ModelCall<E> {
    private final Model model;
    private final StepContext<E> context;
    private final Function<String, ? extends E> token;
    private final ModelPieces pieces = new ModelPieces();
    private final StringBuilder shown = new StringBuilder();

    /** The first half of a character. It waits for the next piece, since an event cannot hold half a character. */
    private String half = "";

    ModelCall(Model model, StepContext<E> context, Function<String, ? extends E> token) {
        this.model = model;
        this.context = context;
        this.token = token;
    }

    Reply make(ChatRequest request) throws InterruptedException {
        try {
            begin(request);
            return read();
        } finally {
            pieces.abandon();
        }
    }

    private void begin(ChatRequest request) {
        try {
            model.model().chat(request, pieces);
        } catch (RuntimeException refused) {
            pieces.onError(refused);
        }
    }

    private Reply read() throws InterruptedException {
        long begun = System.nanoTime();
        while (true) {
            context.checkCancelled();
            Piece piece = next(System.nanoTime() - begun);
            if (piece instanceof Piece.Text text) {
                show(text.text());
            } else if (piece instanceof Piece.Done done) {
                return reply(done.response());
            } else if (piece instanceof Piece.Failed failed) {
                return failed(failed.error());
            }
        }
    }

    private Piece next(long passed) throws InterruptedException {
        long silence = TimeUnit.NANOSECONDS.convert(model.silence());
        long left = TimeUnit.NANOSECONDS.convert(model.longest()) - passed;
        // Also a model that never pauses has an end.
        Piece piece = left <= 0 ? null : pieces.next(Math.min(silence, left));
        if (piece != null) {
            return piece;
        }
        // After so long, the next attempt would not be any shorter.
        return new Piece.Failed(
                left <= silence
                        ? new NonRetriableException(
                                "The model took longer than " + ModelErrors.words(model.longest()) + ".")
                        : new TimeoutException("The model was silent for " + ModelErrors.words(model.silence()) + "."));
    }

    private void show(String text) {
        String all = half + text;
        boolean endsInHalf = !all.isEmpty() && Character.isHighSurrogate(all.charAt(all.length() - 1));
        int end = endsInHalf ? all.length() - 1 : all.length();
        half = all.substring(end);
        String whole = PlainJson.HALF.matcher(all.substring(0, end)).replaceAll("\uFFFD");
        if (!whole.isEmpty()) {
            shown.append(whole);
            context.emit(token.apply(whole));
        }
    }

    private Reply reply(ChatResponse response) {
        AiMessage message = response.aiMessage();
        String whole = Objects.requireNonNullElse(message.text(), "");
        if (shown.isEmpty() && !whole.isBlank()) {
            show(whole); // of a model that does not stream
        }
        if (response.finishReason() == FinishReason.LENGTH) {
            return brokenOff("the answer reached its longest length.");
        }
        if (response.finishReason() == FinishReason.CONTENT_FILTER) {
            return brokenOff("a filter of the provider stopped the answer.");
        }
        if (whole.isBlank() && !message.hasToolExecutionRequests()) {
            return brokenOff("the model said nothing.");
        }
        return new Said(message, tokens(response.tokenUsage()));
    }

    private static int tokens(@Nullable TokenUsage usage) {
        return usage == null ? 0 : Objects.requireNonNullElse(usage.totalTokenCount(), 0);
    }

    private Reply failed(Throwable error) {
        if (shown.isEmpty()) {
            throw ModelErrors.beforeTheFirstPiece(error, model.longestDelay());
        }
        return brokenOff(ModelErrors.reason(error));
    }

    private Reply brokenOff(String why) {
        return new BrokenOff(shown.toString(), why);
    }
}
