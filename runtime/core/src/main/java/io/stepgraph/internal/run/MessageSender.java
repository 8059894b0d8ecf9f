package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.AnswerRules;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.lease.RunnerContext;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NoReplyException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.RunHeader;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredMessage;
import org.jspecify.annotations.Nullable;

/** Stores messages to the runs of one graph, and finds their replies (Q5-Q9). */
final class MessageSender<S, N extends Enum<N>> {
    private final GraphRunner<?, S, ?, N> graph;
    private final StoredRunReader<S, N> records;
    private final RunnerContext runner;
    private final MessageRecorder recorder;

    MessageSender(GraphRunner<?, S, ?, N> graph, StoredRunReader<S, N> records, RunnerContext runner) {
        this.graph = graph;
        this.records = records;
        this.runner = runner;
        this.recorder = new MessageRecorder(runner);
    }

    /** The place of a message: its run, its mailbox and its id. */
    record Place<N extends Enum<N>>(RunKey run, StepPlan<N> mailbox, String id) {
        @Override
        public String toString() {
            return "message '" + id + "' to '" + mailbox.name + "' of run '" + run + "'";
        }
    }

    /**
     * Returns the place of a message of a run of this graph.
     *
     * @throws IllegalArgumentException if the step is no mailbox
     * @throws io.stepgraph.runtime.RunNotFoundException if there is no such run
     */
    Place<N> place(RunKey run, N mailbox, String id) {
        StepPlan<N> step = graph.plan.step(mailbox);
        if (!step.isMailbox) {
            throw new IllegalArgumentException(
                    "Step '" + step.name + "' of graph '" + graph.plan.spec.name() + "' is no mailbox.");
        }
        records.checkExists(run);
        return new Place<>(run, step, id);
    }

    /** Stores a message, unless this very message is stored. */
    void tell(Place<N> place, Object message, @Nullable Actor actor) {
        StepPlan<N> mailbox = place.mailbox();
        graph.router.target(mailbox, message);
        check(place, actor);
        Json written = graph.codecs.answers(mailbox).write(message);
        recorder.store(place.run(), mailbox.spec.names(), place.id(), written, actor);
    }

    private void check(Place<N> place, @Nullable Actor actor) {
        AnswerRule rule = AnswerRules.ofMailbox(place.mailbox().spec);
        if (rule != null) {
            rule.check(actor, place.mailbox().name, place.run().id());
        }
    }

    /** Removes a message that waits; who may not send it may not remove it. */
    boolean withdraw(Place<N> place, @Nullable Actor actor) {
        check(place, actor);
        return recorder.withdraw(place.run(), place.mailbox().spec.names(), place.id());
    }

    /**
     * Finds a message that has its reply, or may still get one.
     *
     * @param run the run as it was before
     * @throws NoReplyException if there will be none
     */
    StoredMessage look(Place<N> place, RunHeader run) {
        StoredMessage message = runner.store()
                .call(s -> s.messages().find(place.run(), place.mailbox().spec.names(), place.id()));
        if (message == null) {
            throw new NoReplyException("There is no reply to " + place
                    + ": the message was withdrawn, or is no longer kept. Send it again with another id.");
        }
        if (message.reply() == null && (message.isPassed() || run.status().isEnd())) {
            throw new NoReplyException("There is no reply to " + place + ": the run is " + run.status()
                    + (message.isPassed()
                            ? " and has taken the next message of this mailbox."
                            : message.takenIn() == null ? " and has not taken the message." : " and has not replied.")
                    + (run.status() == Status.FAILED ? " Retry the run, and ask again with the same id." : ""));
        }
        return message;
    }

    /** Reads a reply as the type that the message asks for. */
    Object read(Place<N> place, ValueCodec codec, Json reply) {
        try {
            return codec.read(reply);
        } catch (UnreadableValueException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The reply to " + place + " cannot be read. " + damaged.getMessage(),
                    damaged);
        }
    }
}
