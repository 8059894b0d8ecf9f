package io.stepgraph.temporal.workflow;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.visit.VisitCall;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EffectEnd;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectResolution;
import io.stepgraph.store.EffectStart;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.VisitResult;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A run as a workflow. Answers travel as values, because the exceptions of a handler lose their type on the way. */
@WorkflowInterface
public interface RunWorkflow {
    String TYPE = "stepgraph";
    String BEGIN = "begin";
    String REST = "rest";
    String RESUME = "resume";
    String ANSWER = "answer";
    String MODE = "mode";
    String CANCEL = "cancel";
    String EFFECT_BEGIN = "effect-begin";
    String EFFECT_END = "effect-end";
    String RESOLVE = "resolve";
    String TELL = "tell";
    String WITHDRAW = "withdraw";
    String HEAR = "hear";
    String LOOK = "look";
    String LOG = "log";

    /**
     * The activity that finds the step for an answer, a message, or the end of a time. A colon is in no name of a step.
     */
    String ROUTE = "stepgraph:route";

    /** The sign of life of a visit. */
    String BEGUN = "begun";

    /** The type of the failure of a workflow whose run has failed; its details are the {@link RunState}. */
    String FAILED = "stepgraph:failed";

    /** How the failure of an update begins that tells a message which is not to be stored. */
    String NOT_TOLD = "The message is not stored: ";

    /**
     * The argument of a visit's activity.
     *
     * @param fencingToken the number of the visit, without which no effect is recorded
     */
    record VisitTask(VisitCall call, long fencingToken, long startedAt) {}

    /**
     * A visit as its activity has left it.
     *
     * @param result null if the attempt does not count
     * @param ends the ends of effects that need no write of their own (E3)
     * @param refused why the step has refused the answer that has led to it (I4); null if it has not
     * @param mailbox the names of the mailbox at which the run listens, the present one first; empty if it does not
     */
    record VisitLeft(
            @Nullable VisitResult result,
            List<EffectEnd> ends,
            @Nullable String refused,
            List<String> mailbox) {

        /** Copies the list. A visit of an older program has no mailbox. */
        public VisitLeft {
            mailbox = mailbox == null ? List.of() : List.copyOf(mailbox);
        }
    }

    /**
     * The argument of {@link #ROUTE}.
     *
     * @param at the visit of the question, the wait or the mailbox
     */
    record RouteTask(VisitCall at, Answers.Routable given) {}

    /**
     * An answer to the question of a ticket.
     *
     * @param by the name of the answerer (I6); null if none was given
     * @param roles the roles of the answerer
     * @param actsAs as whom the answerer acts; null if as nobody else
     */
    record GivenAnswer(
            long runNumber,
            long visit,
            String interrupt,
            String nonce,
            Json answer,
            @Nullable String by,
            List<String> roles,
            @Nullable String actsAs) {

        /** The person who answered, as stored: its names were checked when the answer was given. */
        private record Answerer(
                String name, Set<String> roles, @Nullable String actsAs) implements Actor {}

        /** An answer of an older program has no roles. */
        public GivenAnswer {
            roles = roles == null ? List.of() : List.copyOf(roles);
        }

        /** Returns the person who answers; null if nobody said. */
        @Nullable Actor actor() {
            return by == null ? null : new Answerer(by, Set.copyOf(roles), actsAs);
        }
    }

    /**
     * The result of an answer: taken, stale or refused.
     *
     * @param stale why its ticket is no longer good; null if it is
     * @param refused why the answerer may not answer; null if that is not so
     */
    record Taken(@Nullable String stale, @Nullable String refused) {
        boolean isTaken() {
            return stale == null && refused == null;
        }
    }

    /**
     * An effect as it is recorded.
     *
     * @param effect null if it was not recorded
     * @param refusal why Temporal cannot keep it; null if it can, or the visit belongs to another worker by now
     */
    record Recorded(@Nullable EffectRecord effect, @Nullable String refusal) {
        static Recorded of(@Nullable EffectRecord effect) {
            return new Recorded(effect, null);
        }
    }

    @WorkflowMethod(name = TYPE)
    RunState run(RunState start);

    /** Returns at once. */
    @UpdateMethod(name = BEGIN)
    RunState.Start begin();

    /**
     * Waits until the run pauses or ends. All who wait share one update, by its id, because Temporal takes only ten at
     * a time.
     *
     * @return the run; without a stop if the workflow continues as new, and the caller asks again
     */
    @UpdateMethod(name = REST)
    RunState rest();

    /** Lets a run that is parked or blocked try again. */
    @UpdateMethod(name = RESUME)
    void resume();

    @UpdateMethod(name = ANSWER)
    Taken answer(GivenAnswer given);

    @UpdateMethod(name = MODE)
    void mode(PermissionMode mode, String by);

    @UpdateMethod(name = CANCEL)
    void cancel(String by);

    @UpdateMethod(name = EFFECT_BEGIN)
    Recorded beginEffect(long fencingToken, EffectStart start);

    @UpdateMethod(name = EFFECT_END)
    boolean endEffects(long fencingToken, List<EffectEnd> ends);

    @UpdateMethod(name = RESOLVE)
    Recorded resolve(EffectResolution resolution);

    /** Refuses a message that is not to be stored, so that it leaves nothing in the history. */
    @UpdateValidatorMethod(updateName = TELL)
    void checkTell(NewMessage message, String graph, @Nullable String thread);

    /**
     * Stores a message, unless the result says why not. The workflow itself tells known ids from new ones.
     *
     * @param graph the name of the graph to which the run has to belong
     * @param thread the thread to which it has to belong; null if to whichever
     */
    @UpdateMethod(name = TELL)
    Messages.Told tell(NewMessage message, String graph, @Nullable String thread);

    @UpdateMethod(name = WITHDRAW)
    boolean withdraw(List<String> mailbox, String id);

    /** Waits for a reply, or for the news that none comes. As for {@link #rest}, all who wait share one update. */
    @UpdateMethod(name = HEAR)
    void hear(int changes);

    @QueryMethod(name = LOOK)
    RunState look();

    /** Some of the events after one; those of this execution only. */
    @QueryMethod(name = LOG)
    LogPage log(long after);
}
