package io.stepgraph.internal.codec;

import io.stepgraph.internal.step.GraphPlan;
import io.stepgraph.internal.step.LastMessage;
import io.stepgraph.internal.step.ReplyWriter;
import io.stepgraph.internal.step.RuleState;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.internal.step.StepReply;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The codecs of all values of one graph, by step: only declared types (S6). Resolved at first use. */
public final class GraphCodecs<N extends Enum<N>> {
    private static final ValueType FAILURE = ValueType.of(StepFailure.class);
    private static final ValueType RULE_STATE = ValueType.of(RuleState.Encoded.class);

    public final GraphPlan<N> plan;
    private final GraphSpec<N> spec;
    private final int maxValueBytes;
    private final @Nullable Consumer<? super JsonMapper.Builder> customizer;
    private final Codec codec;
    private final Codec ownCodec;
    private final ValueCodec state;
    private final ValueCodec output;
    private volatile @Nullable ValueCodec customEvents;

    // By step.
    private final ReadBackSchedule[] left;

    private final AtomicReferenceArray<@Nullable ValueCodec> inputs;
    private final AtomicReferenceArray<@Nullable ValueCodec> questions;
    private final AtomicReferenceArray<@Nullable AnswerCodec> answers;
    private volatile boolean areTypesChecked;
    private final ConcurrentMap<ValueType, ValueCodec> ours = new ConcurrentHashMap<>();
    private final ConcurrentMap<ValueType, AnswerCodec> given = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, CalledGraph<?, ?, ?>> called = new ConcurrentHashMap<>();

    /**
     * The values of a graph.
     *
     * @param customizer the user's changes of the JSON; null if none
     */
    GraphCodecs(GraphPlan<N> plan, int maxValueBytes, @Nullable Consumer<? super JsonMapper.Builder> customizer) {
        this.plan = plan;
        this.spec = plan.spec;
        this.maxValueBytes = maxValueBytes;
        this.customizer = customizer;
        this.codec = new Codec(maxValueBytes, customizer);
        // Documents of the library read the same in each process, whatever the user has customised.
        this.ownCodec = customizer == null ? codec : new Codec(maxValueBytes);
        this.state = codec.of(spec.state());
        this.output = spec.output().equals(spec.state()) ? state : codec.of(spec.output());
        int steps = spec.steps().size();
        this.left = new ReadBackSchedule[steps];
        for (int i = 0; i < steps; i++) {
            left[i] = new ReadBackSchedule();
        }
        this.inputs = new AtomicReferenceArray<>(steps);
        this.questions = new AtomicReferenceArray<>(steps);
        this.answers = new AtomicReferenceArray<>(steps);
    }

    public ValueCodec state() {
        return state;
    }

    /**
     * Writes the state that a step leaves behind. Each step does its own things to it, and is checked for itself (R5).
     */
    public EncodedValue left(StepPlan<N> step, Object value) {
        return state.store(value, left[step.index]);
    }

    public ValueCodec output() {
        return output;
    }

    /** Whether a state that is the result has the same text as such. */
    public boolean outputIsState() {
        return output == state;
    }

    /** The input of a step. It may be a part of the state, and come back as a separate object. */
    public ValueCodec input(StepPlan<N> step) {
        ValueCodec known = inputs.get(step.index);
        if (known == null) {
            ValueType type = declared(step, step.spec.input());
            known = type.type() == StepFailure.class && !step.takesFailedInput ? failure() : codec.apart(type);
            inputs.set(step.index, known);
        }
        return known;
    }

    public ValueCodec question(StepPlan<N> interrupt) {
        ValueCodec known = questions.get(interrupt.index);
        if (known == null) {
            known = codec.ofQuestions(declared(interrupt, interrupt.spec.question()));
            questions.set(interrupt.index, known);
        }
        return known;
    }

    public AnswerCodec answers(StepPlan<N> interrupt) {
        AnswerCodec known = answers.get(interrupt.index);
        if (known == null) {
            known = codec.ofAnswers(interrupt.spec.answers());
            answers.set(interrupt.index, known);
        }
        return known;
    }

    /**
     * Values of the reply that a message of this class wants.
     *
     * @throws IllegalArgumentException if no mailbox of the graph takes such a message, or it wants none
     */
    public ValueCodec reply(Class<?> message) {
        return of(Objects.requireNonNull(plan.mailbox(message).reply(message)).type());
    }

    /** Returns a message as the last one of its mailbox; null if it wants no reply. */
    public @Nullable LastMessage lastMessage(StepPlan<?> mailbox, Object message, long number) {
        StepSpec.Reply reply = mailbox.reply(message.getClass());
        return reply == null ? null : new LastMessage(number, codec.name(reply.message()), false);
    }

    /** Writes a reply, as a {@link ReplyWriter}. */
    public @Nullable StepReply reply(@Nullable RuleState ruleState, AsksFor<?> message, Object reply) {
        StepPlan<N> mailbox = plan.mailbox(message.getClass());
        StepSpec.Reply wanted = Objects.requireNonNull(mailbox.reply(message.getClass()));
        Json written = of(wanted.type()).write(reply);
        LastMessage last = RuleState.lastMessage(ruleState, mailbox);
        if (last == null || !last.type().equals(codec.name(wanted.message()))) {
            return null;
        }
        if (last.replied()) {
            throw new IllegalStateException("The message of mailbox '" + mailbox.name
                    + "' that the run has taken last has got its reply. A message gets one.");
        }
        return new StepReply(mailbox.name, last.number(), written.text());
    }

    /** Values of a type that a person may give as JSON, such as the result of an effect. */
    public AnswerCodec answers(ValueType type) {
        return given.computeIfAbsent(type, of -> codec.ofAnswers(List.of(of)));
    }

    /** Custom events; null if the graph declares none. */
    public @Nullable ValueCodec customEvents() {
        ValueCodec known = customEvents;
        if (known == null && spec.customEvent() != null) {
            known = codec.of(spec.customEvent());
            customEvents = known;
        }
        return known;
    }

    /**
     * Writes a custom event. The step may change the object later, so observers get the copy that was written.
     *
     * @throws NotStorableException if the graph declares none, or it cannot be stored
     */
    public EncodedValue storeCustomEvent(Object event) {
        ValueCodec declared = customEvents();
        if (declared == null) {
            throw new NotStorableException(
                    ErrorCode.NOT_STORABLE,
                    "custom",
                    "The graph declares no custom events: take StepContext<"
                            + event.getClass().getSimpleName() + "> instead of StepContext<?>.",
                    null);
        }
        return declared.copied(event);
    }

    public ValueCodec failure() {
        return unlimited(FAILURE);
    }

    /** Writes what is known of a graph's own rules; null for nothing. */
    public @Nullable Json write(@Nullable RuleState ruleState) {
        return ruleState == null ? null : unlimited(RULE_STATE).write(ruleState.stored(plan, codec::name));
    }

    /**
     * Reads what is known of a graph's own rules, as far as this build has the steps; null for nothing.
     *
     * @param at the step that the run stands at
     */
    public @Nullable RuleState readRuleState(@Nullable Json stored, StepPlan<N> at) {
        return stored == null
                ? null
                : RuleState.read((RuleState.Encoded) unlimited(RULE_STATE).read(stored), plan, at, codec::name);
    }

    /** The agents that a call names, in their order. */
    public List<CalledGraph<?, ?, ?>> called(StepPlan<N> call) {
        StepSpec.Call agents = call.spec.call();
        return agents == null
                ? List.of()
                : agents.agents().stream()
                        .<CalledGraph<?, ?, ?>>map(this::called)
                        .toList();
    }

    private CalledGraph<?, ?, ?> called(CalledAgent<?, ?, ?> agent) {
        return called.computeIfAbsent(
                agent.name(), unknown -> CalledGraph.of(agent, spec.name(), maxValueBytes, customizer));
    }

    /** The agents that the graph calls, each once. */
    public List<CalledGraph<?, ?, ?>> called() {
        List<CalledGraph<?, ?, ?>> all = new ArrayList<>();
        for (int i = 0; i < plan.size(); i++) {
            for (CalledGraph<?, ?, ?> each : called(plan.step(i))) {
                if (!all.contains(each)) {
                    all.add(each);
                }
            }
        }
        return all;
    }

    private ValueCodec unlimited(ValueType type) {
        return ours.computeIfAbsent(type, ownCodec::withoutLimit);
    }

    /** Values of a type of our own around the user's. */
    public ValueCodec of(ValueType type) {
        return ours.computeIfAbsent(type, codec::of);
    }

    /**
     * Finds out, once, whether Jackson can build all declared types, before any step acts (R12).
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot build one; names the type, the path and the step
     */
    public void checkTypes() {
        if (areTypesChecked) {
            return;
        }
        String ofGraph = " of graph '" + spec.name() + "'";
        state.checkType("the state" + ofGraph);
        if (!outputIsState()) {
            output.checkType("the result" + ofGraph);
        }
        ValueCodec emitted = customEvents();
        if (emitted != null) {
            emitted.checkType("the custom events" + ofGraph);
        }
        for (int i = 0; i < plan.size(); i++) {
            checkTypes(plan.step(i), ofGraph);
        }
        called().forEach(each -> each.codecs.checkTypes());
        areTypesChecked = true;
    }

    private void checkTypes(StepPlan<N> step, String ofGraph) {
        if (step.takesInput) {
            input(step).checkType("the input of step '" + step.name + "'" + ofGraph);
        }
        if (step.isMailbox) {
            codec.checkAnswers(step.spec.answers(), "the messages of mailbox '" + step.name + "'" + ofGraph);
            step.replies()
                    .forEach(reply -> of(reply.type())
                            .checkType("the reply to " + reply.message().getSimpleName() + ", a message of mailbox '"
                                    + step.name + "'" + ofGraph));
        }
        if (step.isInterrupt) {
            question(step).checkType("the question of interrupt '" + step.name + "'" + ofGraph);
            codec.checkAnswers(step.spec.answers(), "the answers to interrupt '" + step.name + "'" + ofGraph);
        }
    }

    private static ValueType declared(StepPlan<?> step, @Nullable ValueType type) {
        if (type == null) {
            throw new IllegalStateException("Step '" + step.name + "' has no such value.");
        }
        return type;
    }
}
