package io.stepgraph.temporal;

import io.stepgraph.runtime.NoReplyException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.Status;
import io.stepgraph.temporal.workflow.Messages.Message;
import io.stepgraph.temporal.workflow.Messages.Told;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.Stop;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sends messages to runs, and waits for their replies. */
final class RunMessages {
    private final RunWorkflows workflows;
    private final String graph;
    private final @Nullable String thread;
    private final UnaryOperator<RunState> checked;

    /**
     * The messages of the runs of one graph.
     *
     * @param thread the thread of the runs; null if of any, or none
     * @param checked refuses other runs
     */
    RunMessages(RunWorkflows workflows, String graph, @Nullable String thread, UnaryOperator<RunState> checked) {
        this.workflows = workflows;
        this.graph = graph;
        this.thread = thread;
        this.checked = checked;
    }

    /**
     * Stores a message.
     *
     * @throws io.stepgraph.runtime.StepgraphException if it is refused (Q8)
     */
    void tell(NewMessage message) {
        workflows.waiting().of(message.run().id(), () -> told(message));
    }

    private boolean told(NewMessage message) {
        String runId = message.run().id();
        Told told = null;
        while (told == null) {
            String busy = null;
            try {
                told = workflows.open(
                        runId,
                        () -> workflows.stub(runId).update(RunWorkflow.TELL, Told.class, message, graph, thread));
            } catch (WorkflowUpdateException refused) {
                busy = busy(refused);
            }
            if (told == null) {
                RunState at = checked.apply(workflows.look(runId));
                Told now = at.messages().meet(message, RunLooks.status(at), busy);
                told = now.isStored(message) ? null : now; // again, if the reason is gone
            }
        }
        told.check(message);
        return true;
    }

    /** Only the text of a refusal comes here. The state of the run tells the rest. */
    private static @Nullable String busy(WorkflowUpdateException refused) {
        if (refused.getCause() instanceof ApplicationFailure known
                && known.getOriginalMessage().startsWith(RunWorkflow.NOT_TOLD)) {
            String busy = known.getOriginalMessage().substring(RunWorkflow.NOT_TOLD.length());
            return busy.isEmpty() ? null : busy;
        }
        throw refused;
    }

    /**
     * Stores a message, lets the run try again if it is parked or blocked, and waits for the reply (Q10).
     *
     * @throws NoReplyException if none comes
     */
    Json ask(NewMessage message) {
        String runId = message.run().id();
        return workflows.waiting().of(runId, () -> {
            told(message);
            RunState at = workflows.tried(runId);
            Json reply = reply(at, message);
            while (reply == null) {
                int known = at.messages().changes();
                String shared = RunWorkflow.HEAR + "/" + known;
                workflows.open(runId, () -> workflows.shared(runId, RunWorkflow.HEAR, shared, Void.class, known));
                at = workflows.look(runId);
                reply = reply(at, message);
            }
            return reply;
        });
    }

    /** The reply; null if it may still come. */
    private static @Nullable Json reply(RunState at, NewMessage asked) {
        Message message = at.messages().find(asked.mailbox(), asked.id());
        if (message != null && message.reply() != null) {
            return message.reply();
        }
        if (message == null) {
            throw none(asked, "it was withdrawn, or is no longer kept. Send it again with another id.");
        }
        Status status = RunLooks.status(at);
        if (status.isEnd()) {
            String retry = status == Status.FAILED ? " Retry the run, and ask again with the same id." : "";
            throw none(asked, "the run is " + status + " and has not replied." + retry);
        }
        if (message.takenIn() != null && at.messages().isPassed(message)) {
            throw none(asked, "the run is " + status + " and has taken the next message of this mailbox.");
        }
        if (at.stop() instanceof Stop.Blocked blocked) {
            throw Outcomes.exception(blocked);
        }
        return null;
    }

    private static NoReplyException none(NewMessage asked, String why) {
        return new NoReplyException("There is no reply to message '" + asked.id() + "' to '" + asked.name()
                + "' of run '" + asked.run().id() + "': " + why);
    }

    /** Removes a message that waits; false if there is none. */
    boolean withdraw(String runId, List<String> mailbox, String id) {
        Message found = checked.apply(workflows.existing(runId)).messages().find(mailbox, id);
        return found != null
                && found.takenIn() == null
                && Boolean.TRUE.equals(workflows.call(
                        runId, () -> workflows.stub(runId).update(RunWorkflow.WITHDRAW, Boolean.class, mailbox, id)));
    }
}
