package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectNotPerformedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A description of what a tool does: {@link Acts} in code, for the tools of providers, and for rules that an annotation
 * cannot express. Immutable.
 *
 * <pre>{@code
 * Tools tools = Tools.builder()
 *         .add(new Shop())
 *         .does("refund", Does.act()
 *                 .askIf(call -> !"A-1".equals(call.arguments().get("order")), "Pay back {cents} cents?")
 *                 .reconcile(bank::find))
 *         .build();
 * }</pre>
 */
public final class Does {
    /** A tool that only reads. It may be called again at any time, and each exception is a result for the model. */
    public static final Does READ = new Does(false, does -> {
        does.mode = PermissionMode.PLAN;
        does.notPerformedOn = List.of(Exception.class);
    });

    private static final Does ACT = new Does(true, does -> {});

    private final boolean acts;
    private final Consumer<Does> changes;

    // Never changed after the constructor.
    private Predicate<ToolCall> condition = call -> false;
    private String question = "";
    private PermissionMode mode = PermissionMode.DEFAULT;
    private boolean sameKey;
    private Effect.@Nullable Lookup<String> lookup;
    private List<Class<? extends Exception>> notPerformedOn = List.of();
    private Duration timeout = Duration.ofMinutes(1);

    private Does(boolean acts, Consumer<Does> changes) {
        this.acts = acts;
        this.changes = changes;
        changes.accept(this);
    }

    private Does with(Consumer<Does> change) {
        if (!acts) {
            throw new IllegalStateException("Does.READ only reads. Begin with Does.act().");
        }
        return new Does(true, changes.andThen(change));
    }

    /**
     * Returns a tool that changes something, without an approval, in {@link PermissionMode#DEFAULT}. In doubt, the run
     * parks. A call may take one minute.
     *
     * @return the description
     */
    public static Does act() {
        return ACT;
    }

    /**
     * Returns what the hints of an MCP server say about a tool: {@code readOnlyHint} reads, {@code idempotentHint}
     * may be called again in doubt, and only with {@code destructiveHint: false} nobody is asked. So a tool without
     * hints acts, and a person approves each call. The hints are claims of the server: use them only for servers that
     * you trust.
     *
     * <p>An acting call may take 50 seconds. LangChain4j's client would return a text after its {@code
     * toolExecutionTimeout}, one minute unless set, as if the server had answered: let it be longer than the {@link
     * #timeout} here, so that such a call is in doubt.
     *
     * @param specification the tool, as {@code McpToolProvider} gives it
     * @return the description
     */
    public static Does byHints(ToolSpecification specification) {
        Map<String, Object> hints = specification.metadata();
        if (Boolean.TRUE.equals(hints.get("readOnlyHint"))) {
            return READ;
        }
        Does timed = ACT.timeout(Duration.ofSeconds(50));
        Does act = Boolean.TRUE.equals(hints.get("idempotentHint")) ? timed.sameKey() : timed;
        return Boolean.FALSE.equals(hints.get("destructiveHint"))
                ? act
                : act.ask("Call " + specification.name() + " with {}?");
    }

    static Does of(Acts acts) {
        Does does = ACT.inMode(acts.mode())
                .notPerformedOn(acts.notPerformedOn())
                .timeout(Duration.ofSeconds(acts.timeoutSeconds()));
        Does again = acts.sameKey() ? does.sameKey() : does;
        return acts.ask().isEmpty() ? again : again.ask(acts.ask());
    }

    /**
     * Lets a person approve each call.
     *
     * @param text the question. Braces take arguments, as in {@code "Pay back {cents} cents?"}, and {@code {}} all of
     *     them
     * @return the description with it
     */
    public Does ask(String text) {
        return askIf(call -> true, text);
    }

    /**
     * Lets a person approve some of the calls. The others are carried out at once.
     *
     * @param condition true for a call that has to be approved; decides by the arguments alone, which were checked
     *     before. What it throws fails the step, and nothing is carried out
     * @param text the question, as for {@link #ask}
     * @return the description with it
     */
    public Does askIf(Predicate<ToolCall> condition, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("The question is empty. Say what a person approves.");
        }
        return with(does -> {
            does.condition = Objects.requireNonNull(condition, "condition");
            does.question = text;
        });
    }

    /**
     * Sets the mode that the run needs. In a lower one it parks before the call.
     *
     * @param mode the mode
     * @return the description with it
     */
    public Does inMode(PermissionMode mode) {
        return with(does -> does.mode = Objects.requireNonNull(mode, "mode"));
    }

    /**
     * Makes a call in doubt again, with the same {@linkplain Acting#key key}, as {@link Effect#retryWithSameKey} does.
     *
     * @return the description with it
     */
    public Does sameKey() {
        return with(does -> does.sameKey = true);
    }

    /**
     * Asks the remote system about a call in doubt, as {@link Effect#reconcile} does, also if {@link #sameKey} is set.
     *
     * @param lookup returns the result of the call with a key; empty if there was no such call, and then it is made
     * @return the description with it
     */
    public Does reconcile(Effect.Lookup<String> lookup) {
        return with(does -> does.lookup = Objects.requireNonNull(lookup, "lookup"));
    }

    /**
     * Names exceptions of the tool which prove that nothing was changed, beside {@link EffectNotPerformedException}.
     *
     * @param types the types
     * @return the description with them
     */
    @SafeVarargs
    public final Does notPerformedOn(Class<? extends Exception>... types) {
        List<Class<? extends Exception>> all = new ArrayList<>(notPerformedOn);
        for (Class<? extends Exception> type : types) {
            all.add(type);
        }
        return with(does -> does.notPerformedOn = all);
    }

    /**
     * Limits the time of one call, as {@link Effect#callTimeout} does.
     *
     * @param timeout the time, longer than zero
     * @return the description with it
     */
    public Does timeout(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout must be longer than zero, not " + timeout + ".");
        }
        return with(does -> does.timeout = timeout);
    }

    boolean acts() {
        return acts;
    }

    boolean asks(ToolCall call) {
        return condition.test(call);
    }

    String question() {
        return question;
    }

    PermissionMode mode() {
        return mode;
    }

    boolean provesNothingHappened(Exception thrown) {
        boolean isInterrupt = thrown instanceof InterruptedException;
        return thrown instanceof EffectNotPerformedException
                || (!isInterrupt && notPerformedOn.stream().anyMatch(type -> type.isInstance(thrown)));
    }

    Effect<ToolCall, String> applyTo(Effect<ToolCall, String> effect) {
        effect.callTimeout(timeout);
        return lookup != null ? effect.reconcile(lookup) : sameKey ? effect.retryWithSameKey() : effect;
    }

    ApprovedEffect<ToolCall, String> applyTo(ApprovedEffect<ToolCall, String> effect) {
        effect.callTimeout(timeout);
        return lookup != null ? effect.reconcile(lookup) : sameKey ? effect.retryWithSameKey() : effect;
    }
}
