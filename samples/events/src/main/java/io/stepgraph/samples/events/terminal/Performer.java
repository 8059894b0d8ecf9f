package io.stepgraph.samples.events.terminal;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.stepgraph.samples.events.Event;
import io.stepgraph.samples.events.LlmRequest;
import io.stepgraph.samples.events.ToolCall;
import io.stepgraph.samples.events.ToolExecution;
import io.stepgraph.samples.events.ToolOutcome;
import io.stepgraph.samples.events.model.Chat;
import io.stepgraph.samples.events.tools.Toolbox;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Performs in threads of its own what takes time. The results are events in the inbox. */
final class Performer implements AutoCloseable {
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int MAX_DOUBLINGS = 16;
    private static final ThreadFactory DAEMONS = task -> {
        Thread thread = new Thread(task, "events");
        thread.setDaemon(true);
        return thread;
    };

    private final Inbox inbox;
    private final StreamingChatModel model;
    private final Toolbox tools;
    private final Git git;
    private final Duration backoff;
    private final ExecutorService threads = Executors.newCachedThreadPool(DAEMONS);

    Performer(Inbox inbox, StreamingChatModel model, Toolbox tools, Git git, Duration backoff) {
        this.inbox = inbox;
        this.model = model;
        this.tools = tools;
        this.git = git;
        this.backoff = backoff;
    }

    boolean isMutating(ToolCall call) {
        return tools.isMutating(call.toolName());
    }

    /** Calls the model. Only the events of the call that is returned are of interest from now on. */
    ModelCall call(LlmRequest request) {
        ModelCall call = new ModelCall(inbox);
        ChatRequest chat = ChatRequest.builder()
                .messages(Chat.messages(request))
                .toolSpecifications(tools.specifications())
                .build();
        threads.execute(() -> {
            try {
                model.chat(chat, call);
            } catch (Throwable failed) {
                call.onError(failed);
            }
        });
        return call;
    }

    void execute(ToolCall call) {
        threads.execute(() -> inbox.post(new Event.ToolCompleted(call.id(), outcome(call))));
    }

    /** Whatever happens, the machine has to hear of it: it waits for each call. */
    private ToolOutcome outcome(ToolCall call) {
        try {
            return tools.execute(call);
        } catch (Throwable failed) {
            return new ToolOutcome.Failure(failed.toString());
        }
    }

    /** Commits what the tools have changed. A failure stops nothing. */
    void commit(List<ToolExecution> completed) {
        threads.execute(() -> {
            boolean isCommitted = false;
            try {
                isCommitted = git.commit(message(completed));
            } catch (Throwable failed) {
                inbox.post(new Inbox.Noted(String.valueOf(failed.getMessage())));
            }
            if (isCommitted) {
                inbox.post(new Inbox.Noted("committed"));
            }
            inbox.post(new Event.PostToolsHookCompleted(isCommitted));
        });
    }

    private String message(List<ToolExecution> completed) {
        List<ToolCall> changes = completed.stream()
                .filter(each -> each.outcome() instanceof ToolOutcome.Success)
                .map(ToolExecution::call)
                .filter(this::isMutating)
                .toList();
        return changes.stream().map(ToolCall::toolName).distinct().collect(Collectors.joining(", ", "Agent: ", "\n\n"))
                + changes.stream()
                        .map(call -> call.toolName() + " " + call.arguments())
                        .collect(Collectors.joining("\n"));
    }

    /** Posts the timeout of a retry, after a delay that doubles with each failure and is returned. */
    Duration scheduleRetry(int failures) {
        Duration delay = backoff.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        Duration limited = delay.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : delay;
        CompletableFuture.delayedExecutor(limited.toMillis(), TimeUnit.MILLISECONDS, threads)
                .execute(() -> inbox.post(new Event.RetryTimeoutFired()));
        return limited;
    }

    /** Interrupts what is in progress, and gives commands the time to end with their children. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            boolean unused = threads.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
