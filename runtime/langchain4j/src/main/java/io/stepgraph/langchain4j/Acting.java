package io.stepgraph.langchain4j;

import dev.langchain4j.invocation.InvocationParameters;
import io.stepgraph.runtime.Once;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The call of an acting tool. A {@code @Tool} method with {@link Acts} may take it; the model does not see this
 * parameter. Only an effect makes it, so nothing else can call such a method (A6):
 *
 * <pre>{@code
 * @Tool("Pays an order back.")
 * @Acts(ask = "Pay back {cents} cents?", sameKey = true)
 * String refund(String order, int cents, Acting acting) {
 *     return bank.refund(order, cents, acting.key());
 * }
 * }</pre>
 *
 * <p>A test of the method gets the {@link Once} from {@code Effects} of {@code stepgraph-testkit}:
 *
 * <pre>{@code
 * ToolCall call = ToolCall.of("call-1", "refund", "{}");
 * String result = Effects.perform(call, once -> shop.refund("A-1", 500, new Acting(once, "run-1", "ann")));
 * }</pre>
 */
public final class Acting extends InvocationParameters {
    private final Once<ToolCall> once;
    private final ToolCall call;
    private final String runId;
    private final @Nullable String approvedBy;

    /**
     * Creates the parameter out of the one call that an effect makes.
     *
     * @param once the call of the effect, whose request was not read before
     * @param runId the run
     * @param approvedBy who has approved the call; null if nobody had to, or is known
     */
    public Acting(Once<ToolCall> once, String runId, @Nullable String approvedBy) {
        this.once = once;
        this.call = once.request();
        this.runId = Objects.requireNonNull(runId, "runId");
        this.approvedBy = approvedBy;
    }

    /**
     * Returns the key of this call, to be passed on as the idempotency key.
     *
     * @return the same in all repeats, different for all other calls
     * @throws IllegalStateException if the call is over
     */
    public String key() {
        return once.key();
    }

    /**
     * Returns the call as it is stored: of an approved call, exactly what the person has seen or written.
     *
     * @return the call
     */
    public ToolCall call() {
        return call;
    }

    /**
     * Returns the id of the run.
     *
     * @return as given to {@code run}
     */
    public String runId() {
        return runId;
    }

    /**
     * Returns the name of the person who has approved the call.
     *
     * @return the name; null if nobody had to approve it, or the answer names nobody
     */
    public @Nullable String approvedBy() {
        return approvedBy;
    }
}
