package io.stepgraph.internal.step;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.graph.Due;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step prepared for the loop: everything that each visit needs is a field. */
public final class StepPlan<N extends Enum<N>> {
    public final StepSpec<N> spec;
    public final N step;
    public final int index;
    public final String name;
    public final PermissionMode mode;
    public final boolean takesInput;
    public final boolean isInterrupt;

    /** Whether it waits for a message (Q5). */
    public final boolean isMailbox;

    /** Whether a transition into it has to ask {@link RuleState}. */
    public final boolean hasRuleState;

    /** Whether it takes the answered question that has opened its gate. */
    public final boolean takesAnswered;

    /** Whether it does, or asks, exactly what a question showed (A4, A7). */
    public final boolean isExactly;

    /** Whether its input is the failure of another step together with that step's input. */
    public final boolean takesFailedInput;

    /** Whether another attempt or a failure step may follow a failed attempt, and must not see its changes. */
    public final boolean mayBeRepeated;

    /** Zero for no limit. */
    public final long timeoutNanos;

    StepPlan(StepSpec<N> spec, int index) {
        this.spec = spec;
        this.step = spec.step();
        this.index = index;
        this.name = spec.name();
        this.mode = spec.mode();
        this.takesInput = spec.input() != null;
        this.takesFailedInput = takesFailedInput(spec.input());
        this.isInterrupt = spec.isInterrupt();
        this.isMailbox = spec.mailbox() != null;
        this.hasRuleState = RuleState.areKeptOf(spec);
        this.takesAnswered = spec.gate() != null && spec.gate().takesAnswered();
        this.isExactly = spec.gate() != null && spec.gate().exactly();
        this.mayBeRepeated = spec.retry() != null || spec.onFailure() != null;
        this.timeoutNanos = spec.timeout() == null ? 0 : Nanos.of(spec.timeout().length());
    }

    /** {@code StepFailure<?>} asks for no input. */
    private static boolean takesFailedInput(@Nullable ValueType input) {
        return input != null
                && input.type() == StepFailure.class
                && input.arguments().stream().anyMatch(failed -> failed.type() != Object.class);
    }

    /** The replies that messages of the mailbox want; empty if it is none. */
    public List<StepSpec.Reply> replies() {
        return spec.mailbox() == null ? List.of() : spec.mailbox().replies();
    }

    /** The reply that a message of this class wants; null if it wants none, or the step takes no such message. */
    public StepSpec.@Nullable Reply reply(Class<?> message) {
        for (StepSpec.Reply reply : replies()) {
            if (reply.message().isAssignableFrom(message)) {
                return reply;
            }
        }
        return null;
    }

    /** The end of the time for an answer or a message that the step declares; null if it declares none. */
    public @Nullable Due fixedEnd() {
        return spec.expires() == null ? null : Due.in(spec.expires());
    }

    /** The step that follows a wait. */
    public N afterWait() {
        return spec.next().iterator().next();
    }

    /** Refuses work for the checkpoint of a step that does not declare it, so that each picture shows it (E8). */
    public void checkTransactional() {
        if (!spec.isTransactional()) {
            throw new IllegalStateException(
                    "Step '" + name + "' hands work to its checkpoint, which it does not declare."
                            + " Write transactional = true in its @Step.");
        }
    }
}
