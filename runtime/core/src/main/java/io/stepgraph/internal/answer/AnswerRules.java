package io.stepgraph.internal.answer;

import io.stepgraph.internal.step.GateAnswer;
import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepCursor;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.AnswerRule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says by name who may, or may not, answer a question, as far as that is known when it is asked (W2, W4, W5). */
public final class AnswerRules {
    private AnswerRules() {}

    /** The rule of the question that an interrupt asks in this visit; null if anybody may answer. */
    public static <N extends Enum<N>> @Nullable AnswerRule of(GraphPlan<N> plan, StepCursor<?, N> cursor) {
        StepSpec.AnswerRule<N> rule = cursor.step.spec.answerRule();
        if (rule == null) {
            // Who is compared with a later answerer has a name.
            return plan.isCompared(cursor.step.step) ? new AnswerRule(List.of(), null, Map.of()) : null;
        }
        Map<String, String> refused = new TreeMap<>();
        List<String> starters = RuleState.starters(cursor.ruleState);
        if (rule.starter() == StepSpec.Starter.NOT) {
            if (starters.isEmpty()) {
                refused.put(AnswerRule.ANYBODY, "the person who started the run, whom an earlier build did not keep");
            }
            starters.forEach(starter -> refused.put(starter, "the person who started the run"));
        }
        GateAnswer opened = RuleState.entered(cursor.ruleState);
        Map<String, String> answerers = opened == null ? Map.of() : opened.answerers();
        for (N other : rule.otherThan()) {
            String name = plan.step(other).name;
            String by = answerers.get(name);
            String unknown =
                    by == null ? ", whom an earlier build did not keep" : by.isEmpty() ? " without a name" : "";
            refused.merge(
                    by == null ? AnswerRule.ANYBODY : by,
                    "the person who answered '" + name + "'" + unknown,
                    (one, another) -> one + " or by " + another);
        }
        return new AnswerRule(rule.roles(), only(rule, starters), refused);
    }

    /** The rule of the messages of a mailbox, which names roles only (Q5); null if anybody may send them. */
    public static @Nullable AnswerRule ofMailbox(StepSpec<?> mailbox) {
        StepSpec.AnswerRule<?> rule = mailbox.answerRule();
        return rule == null ? null : new AnswerRule(rule.roles(), null, Map.of());
    }

    /** The only name that may answer. Who forks a run does not become its starter. */
    private static @Nullable String only(StepSpec.AnswerRule<?> rule, List<String> starters) {
        return rule.starter() != StepSpec.Starter.ONLY
                ? null
                : starters.isEmpty() ? AnswerRule.ANYBODY : starters.get(0);
    }
}
