package io.stepgraph.testkit;

import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.testkit.Lifetime.Place;
import io.stepgraph.testkit.Performance.Asked;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The person in the play of a scenario: answers its questions, or does not, and resolves effects in doubt. */
final class Person {
    static final String NAME = "AgentTests";

    private final Scenario<?> scenario;
    private final @Nullable Asked ignored;
    private final @Nullable Place death;
    private final @Nullable Performance undisturbed;
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Long, Asked> questions = new HashMap<>();

    /** By visit: a new process gives the same answer again. */
    private final Map<Long, Object> given = new HashMap<>();

    /**
     * A person.
     *
     * @param ignored the question that nobody answers; null if all are answered
     * @param death where the process dies; null if it does not
     * @param undisturbed what came of the play without a death; null if that is not known
     */
    Person(Scenario<?> scenario, @Nullable Asked ignored, @Nullable Place death, @Nullable Performance undisturbed) {
        this.scenario = scenario;
        this.ignored = ignored;
        this.death = death;
        this.undisturbed = undisturbed;
    }

    /** All questions so far, in their order. */
    List<Asked> questions() {
        return questions.values().stream()
                .sorted(Comparator.comparing(Asked::visit))
                .toList();
    }

    boolean ignores(Asked question) {
        questions.put(question.visit(), question);
        return question.equals(ignored);
    }

    /** The answer to a question; null if the run stays there, because it asks more than the scenario foresees. */
    @Nullable Object answer(Asked question, Enum<?> interrupt) {
        Object known = given.get(question.visit());
        if (known != null) {
            return known;
        }
        List<Object> answers = scenario.answers(interrupt);
        int number = counts.merge(question.interrupt(), 1, Integer::sum);
        if (number <= answers.size()) {
            given.put(question.visit(), answers.get(number - 1));
            return answers.get(number - 1);
        }
        if (ignored != null) {
            return null;
        }
        throw new AssertionError("Scenario '" + scenario.name() + "' has " + answers.size() + " answers to '"
                + question.interrupt() + "', which is asked " + number + " times. Add answer("
                + interrupt.getDeclaringClass().getSimpleName() + "." + interrupt.name() + ", ...).");
    }

    /** Looks into the remote system: the call was made if the process died after it. */
    void resolve(EffectInDoubt effect) {
        if (death == null || undisturbed == null) {
            throw new AssertionError("Effect '" + effect.name() + "' of step '" + effect.step()
                    + "' is in doubt, though no process has died: its call has thrown an exception that does not say"
                    + " that nothing happened.");
        }
        if (death.operation().equals(Lifetime.END_OF_CALL)) {
            effect.done(undisturbed.result(effect.visit(), effect.name(), effect.item()), NAME);
        } else {
            effect.notPerformed(NAME);
        }
    }
}
