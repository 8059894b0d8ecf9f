package io.stepgraph.runtime.graph;

import io.stepgraph.PermissionMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds one step of a {@link GraphSpec}. For generated code. Not safe for use by many threads.
 *
 * @param <N> the enum of steps
 */
public final class StepBuilder<N extends Enum<N>> {
    /** About a hundred years: stores can add no longer time to the present. */
    private static final long LONGEST_WAIT_MILLIS = Duration.ofDays(36_500).toMillis();

    private final N step;
    private final String name;
    private final @Nullable ValueType question;
    private final Set<N> next;
    private List<String> effects = List.of();
    private boolean isTransactional;
    private List<String> formerly = List.of();
    private boolean end;
    private boolean fail;
    private boolean isWait;
    private @Nullable ValueType input;
    private List<ValueType> answers = List.of();
    private final List<StepSpec.Action> actions = new ArrayList<>();
    private @Nullable Duration expires;
    private PermissionMode mode = PermissionMode.PLAN;
    private StepSpec.@Nullable Timeout timeout;
    private @Nullable RetryPolicy retry;
    private @Nullable N onFailure;
    private List<Class<? extends Throwable>> failures = List.of();
    private boolean handlesDoubt;
    private StepSpec.@Nullable Gate<N> gate;
    private StepSpec.@Nullable AnswerRule<N> answerRule;
    private StepSpec.@Nullable Call call;
    private StepSpec.@Nullable Mailbox mailbox;
    private StepSpec.@Nullable MaxVisits<N> maxVisits;

    StepBuilder(N step, String name, @Nullable ValueType question) {
        this.step = Objects.requireNonNull(step);
        this.name = name;
        this.question = question;
        this.next = EnumSet.noneOf(step.getDeclaringClass());
    }

    /** Adds steps to which the step may go. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final StepBuilder<N> to(N... targets) {
        next.addAll(Arrays.asList(targets));
        return this;
    }

    /** Lets the step end the run. */
    public StepBuilder<N> toEnd() {
        end = true;
        return this;
    }

    /** Lets the step fail the run. */
    public StepBuilder<N> toFail() {
        fail = true;
        return this;
    }

    /** Makes the step wait for a time. */
    public StepBuilder<N> waits() {
        isWait = true;
        return this;
    }

    /** Sets the type of the step's input. */
    public StepBuilder<N> takes(ValueType type) {
        input = type;
        return this;
    }

    /** Sets the types of the interrupt's answers. */
    public StepBuilder<N> answeredBy(ValueType... types) {
        answers = List.of(types);
        return this;
    }

    /** Adds the marked component of a question or of an answer. */
    public <Q> StepBuilder<N> action(
            Class<Q> of, String component, ValueType type, Function<? super Q, ? extends @Nullable Object> part) {
        actions.add(new StepSpec.Action(of, component, type, whole -> part.apply(of.cast(whole))));
        return this;
    }

    /** Sets the time for which an answer is waited for. */
    public StepBuilder<N> expires(long millis) {
        expires = Duration.ofMillis(Math.min(millis, LONGEST_WAIT_MILLIS));
        return this;
    }

    /** Sets the lowest mode in which the step is executed. */
    public StepBuilder<N> requires(PermissionMode least) {
        mode = least;
        return this;
    }

    /** Sets the longest time of an attempt, also as it was written. */
    public StepBuilder<N> timeout(long millis, String written) {
        timeout = new StepSpec.Timeout(Duration.ofMillis(millis), written);
        return this;
    }

    /** Sets how the step is retried. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final StepBuilder<N> retry(
            int attempts,
            long backoffMillis,
            double factor,
            long maxBackoffMillis,
            double jitter,
            Class<? extends Throwable>... on) {
        retry = new RetryPolicy(attempts, backoffMillis, factor, maxBackoffMillis, jitter, List.of(on));
        return this;
    }

    /** Sets the step that takes over when this one has failed, perhaps only with these exceptions. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final StepBuilder<N> onFailure(N target, Class<? extends Throwable>... taken) {
        onFailure = target;
        failures = List.of(taken);
        return this;
    }

    /** Lets the failure step take over even while an effect of the visit is in doubt. */
    public StepBuilder<N> inDoubt() {
        handlesDoubt = true;
        return this;
    }

    /** Sets the answer that must be on record before the step is entered. */
    public StepBuilder<N> gatedBy(N interrupt, Class<?>... opening) {
        gate = new StepSpec.Gate<>(interrupt, List.of(opening), false, false);
        return this;
    }

    /** Sets the gate of a step that takes the answered question. */
    public StepBuilder<N> gatedByAnswered(N interrupt, Class<?>... opening) {
        gate = new StepSpec.Gate<>(interrupt, List.of(opening), true, false);
        return this;
    }

    /** Sets the gate of a step that does exactly what the answered question shows. */
    public StepBuilder<N> gatedExactlyBy(N interrupt, Class<?>... opening) {
        gate = new StepSpec.Gate<>(interrupt, List.of(opening), true, true);
        return this;
    }

    /** Sets who may answer. */
    public StepBuilder<N> answerers(StepSpec.Starter starter, List<N> otherThan, String... roles) {
        answerRule = new StepSpec.AnswerRule<>(List.of(roles), starter, List.copyOf(otherThan));
        return this;
    }

    /** Makes the step a call of these agents, or of one agent for each element of a list. */
    public StepBuilder<N> calls(boolean isList, int maxElements, CalledAgent<?, ?, ?>... agents) {
        call = new StepSpec.Call(List.of(agents), isList, maxElements, null, PermissionMode.BYPASS_PERMISSIONS, false);
        return this;
    }

    /** Sets the time that the called agents have. */
    public StepBuilder<N> callTimeout(long millis) {
        StepSpec.Call c = Objects.requireNonNull(call);
        Duration timeout = Duration.ofMillis(Math.min(millis, LONGEST_WAIT_MILLIS));
        call = new StepSpec.Call(c.agents(), c.isList(), c.maxElements(), timeout, c.maxMode(), c.takesEnds());
        return this;
    }

    /** Sets the most that the called agents may do. */
    public StepBuilder<N> callMode(PermissionMode most) {
        StepSpec.Call c = Objects.requireNonNull(call);
        call = new StepSpec.Call(c.agents(), c.isList(), c.maxElements(), c.timeout(), most, c.takesEnds());
        return this;
    }

    /** Declares that the next step of the call takes {@code Ended}. */
    public StepBuilder<N> takesEnds() {
        StepSpec.Call c = Objects.requireNonNull(call);
        call = new StepSpec.Call(c.agents(), c.isList(), c.maxElements(), c.timeout(), c.maxMode(), true);
        return this;
    }

    /** Makes the step a mailbox, whose messages are its answers. */
    public StepBuilder<N> mailbox() {
        mailbox = new StepSpec.Mailbox(List.of());
        return this;
    }

    /** Adds a message of the mailbox that wants a reply of this type. */
    public StepBuilder<N> replies(Class<?> message, ValueType type) {
        List<StepSpec.Reply> replies =
                new ArrayList<>(Objects.requireNonNull(mailbox).replies());
        replies.add(new StepSpec.Reply(message, type));
        mailbox = new StepSpec.Mailbox(List.copyOf(replies));
        return this;
    }

    /** Sets how often the step may be visited between two answers. */
    public StepBuilder<N> maxVisits(int times, N then) {
        maxVisits = new StepSpec.MaxVisits<>(times, then);
        return this;
    }

    /** Sets the effects that the step may perform; none for any. */
    public StepBuilder<N> effects(String... names) {
        effects = List.of(names);
        return this;
    }

    /** Declares that the step hands rows of its own to the transaction of its checkpoint. */
    public StepBuilder<N> transactional() {
        isTransactional = true;
        return this;
    }

    /** Sets the step's earlier names. */
    public StepBuilder<N> formerly(String... names) {
        formerly = List.of(names);
        return this;
    }

    StepSpec<N> build() {
        return new StepSpec<>(
                step,
                name,
                effects,
                isTransactional,
                formerly,
                Set.copyOf(next),
                end,
                fail,
                isWait,
                input,
                question,
                answers,
                List.copyOf(actions),
                expires,
                mode,
                timeout,
                retry,
                onFailure,
                failures,
                handlesDoubt,
                gate,
                answerRule,
                call,
                mailbox,
                maxVisits);
    }
}
