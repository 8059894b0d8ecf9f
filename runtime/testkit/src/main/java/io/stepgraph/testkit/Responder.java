package io.stepgraph.testkit;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.testkit.Scenario.Reply;
import io.stepgraph.testkit.ScenarioResult.Asked;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The person in the play of a scenario: answers its questions and sends its messages, or lets their time end, and
 * resolves effects in doubt.
 */
final class Responder {
    static final Actor ACTOR = Actor.named("AgentTests");

    private final Scenario<?> scenario;
    private final @Nullable Asked ignored;
    private final @Nullable ScenarioResult undisturbed;
    private final Map<Enum<?>, Integer> counts = new HashMap<>();

    /** A new process gets the same reply again. */
    private final Map<Asked, Reply> given = new HashMap<>();

    private final Set<Asked> answered = new LinkedHashSet<>();
    private @Nullable SimulatedProcess dead;

    /**
     * A person.
     *
     * @param ignored the question that nobody answers; null if the replies are those of the scenario
     * @param undisturbed what came of the play without a death; null if that is not known
     */
    Responder(Scenario<?> scenario, @Nullable Asked ignored, @Nullable ScenarioResult undisturbed) {
        this.scenario = scenario;
        this.ignored = ignored;
        this.undisturbed = undisturbed;
    }

    /** The questions that were answered so far, in their order. */
    List<Asked> answered() {
        return List.copyOf(answered);
    }

    /**
     * Returns the reply of the person; null if the run stays there, because it asks more than the scenario foresees, or
     * there is no further message.
     */
    @Nullable Reply reply(Asked question, Enum<?> interrupt, boolean isMailbox) {
        Reply known = given.get(question);
        if (known != null) {
            return known;
        }
        Reply reply = question.equals(ignored) ? silence(interrupt) : next(question, interrupt, isMailbox);
        if (reply != null) {
            given.put(question, reply);
            if (reply.answer() != null) {
                answered.add(question);
            }
        }
        return reply;
    }

    private static Reply silence(Enum<?> interrupt) {
        return new Reply(interrupt, null, 0);
    }

    private @Nullable Reply next(Asked question, Enum<?> interrupt, boolean isMailbox) {
        List<Reply> replies = scenario.replies(interrupt);
        int number = counts.merge(interrupt, 1, Integer::sum);
        String constant = interrupt.getDeclaringClass().getSimpleName() + "." + interrupt.name();
        if (number <= replies.size()) {
            Reply reply = replies.get(number - 1);
            if (reply.answer() == null && !question.expires()) {
                throw new AssertionError("Scenario '" + scenario.name() + "' lets '" + question.interrupt()
                        + "' expire, which waits without limit. Give the interrupt a time with expires, or replace"
                        + " expire(" + constant + ") by answer(" + constant + ", ...).");
            }
            return reply;
        }
        if (isMailbox && question.expires()) {
            return silence(interrupt);
        }
        if (isMailbox || ignored != null) {
            return null;
        }
        throw new AssertionError("Scenario '" + scenario.name() + "' has " + replies.size() + " answers to '"
                + question.interrupt() + "', which is asked " + number + " times. Add answer(" + constant + ", ...)"
                + (!question.expires() ? "." : " or expire(" + constant + ")."));
    }

    /** A process has died. */
    void outlives(SimulatedProcess process) {
        dead = process;
    }

    /** Looks into the remote system: the call was made if the process that died had come to its end. */
    void resolve(EffectInDoubt effect) {
        if (dead == null || undisturbed == null) {
            throw new AssertionError("Effect '" + effect.name() + "' of step '" + effect.step()
                    + "' is in doubt, though no process has died: its call has thrown an exception that does not say"
                    + " that nothing happened, so the run does not undo anything and waits for a person. If the fake does"
                    + " nothing when it throws, let it throw an EffectNotPerformedException, or name its exception with"
                    + " notPerformedOn(...). If it has done something, let it return when it is called again with the same key,"
                    + " within the attempts of @Retry. See runtime/UNDO.md.");
        }
        if (dead.hasCalled(effect.key())) {
            effect.done(undisturbed.result(effect.key()));
        } else {
            effect.notPerformed();
        }
    }
}
