package io.stepgraph.testkit;

import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.store.memory.MemoryStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A run of an agent that {@link AgentTests} plays many times: an agent with fake models and tools, a start, and for
 * each question and mailbox an answer, a message or silence.
 *
 * <pre>{@code
 * Scenario.of("an approved refund is paid", FakePayments::new, fake -> RefundsGraph.of(new Refunds(fake)))
 *         .compare("payments", FakePayments::count)
 *         .start((runs, id) -> runs.run(id, new Claim(4200)))
 *         .answer(RefundsStep.APPROVE, new Approved())
 *         .expect("payments", 1)
 * }</pre>
 *
 * <p><b>Fakes.</b> Each play gets new fakes. They outlive the crashes of their play, as a payment server does; each
 * process creates its own agent. Reproduce what the remote system promises: if it performs calls with one idempotency
 * key once, so does the fake. A fake decides by its arguments, since a step that is repeated after a crash asks again.
 * A fake that has no memory, such as most models, can be made with the agent: {@link #of(String, Supplier)}. But then
 * no second payment is found.
 *
 * <p><b>Time.</b> Each play begins at {@code 2026-01-01T00:00:00Z}. The clock that the fakes are given stands still,
 * and jumps where a question expires, the run waits or a start is delayed. So dates are the same in each play. A play
 * waits for no pause, such as the delay before a retry.
 *
 * @param <R> the runs of the agent
 */
public final class Scenario<R> {
    private final String name;
    private final Function<Clock, Fakes<R>> fakes;
    private final Set<String> compared;
    private final List<Reply> replies = new ArrayList<>();
    private final Map<String, Object> expected = new LinkedHashMap<>();
    private @Nullable BiConsumer<? super R, String> start;
    private @Nullable BiConsumer<? super R, String> end;
    private boolean isToFail;

    Scenario(String name, Function<Clock, Fakes<R>> fakes, Set<String> compared) {
        this.name = Objects.requireNonNull(name, "name");
        this.fakes = fakes;
        this.compared = compared;
    }

    /**
     * The reply of a person to a question.
     *
     * @param answer the answer or message; null if the person lets it expire
     * @param number its number among the replies to this interrupt, from 1
     */
    record Reply(Enum<?> interrupt, @Nullable Object answer, int number) {}

    /**
     * A scenario whose fakes have no memory, such as models. Only the result and the events are compared, so this does
     * not find a call that is made twice and returns the same both times. If the agent pays, sends or changes something
     * in another system, take {@link #of(String, Supplier, Function)}, and compare how often it does.
     *
     * @param name its name in the report, such as {@code an approved draft is revised}
     * @param graph makes the agent, with its fakes, for each process of each play
     * @param <R> the runs of the agent
     * @return the scenario
     */
    public static <R> Scenario<R> of(String name, Supplier<? extends AgentGraph<?, ?, ?, ?, R, ?>> graph) {
        Objects.requireNonNull(graph, "graph");
        return new Scenario<>(name, clock -> new Fakes<>(new Object(), graph, Map.of(), MemoryStore::new), Set.of());
    }

    /**
     * A scenario whose fakes remember what they were asked, such as a payment server.
     *
     * @param name its name in the report, such as {@code an approved refund is paid}
     * @param fakes makes new fakes for each play: {@code FakePayments::new}
     * @param graph makes the agent for each process of a play, with the fakes of that play
     * @param <F> the fakes: one object that holds all of them
     * @param <R> the runs of the agent
     * @return the scenario, to which {@link ScenarioWithFakes#compare} adds what must not happen twice
     */
    public static <F, R> ScenarioWithFakes<F, R> of(
            String name,
            Supplier<? extends F> fakes,
            Function<? super F, ? extends AgentGraph<?, ?, ?, ?, R, ?>> graph) {
        Objects.requireNonNull(fakes, "fakes");
        return new ScenarioWithFakes<>(name, clock -> fakes.get(), graph);
    }

    /**
     * A scenario whose fakes remember what they were asked, and tell the time.
     *
     * @param name its name in the report, such as {@code the receipt has a date}
     * @param fakes makes new fakes for each play, by the clock of that play: {@code clock -> new FakePayments(clock)}
     * @param graph makes the agent for each process of a play, with the fakes of that play
     * @param <F> the fakes: one object that holds all of them
     * @param <R> the runs of the agent
     * @return the scenario, to which {@link ScenarioWithFakes#compare} adds what must not happen twice
     */
    public static <F, R> ScenarioWithFakes<F, R> withClock(
            String name,
            Function<? super Clock, ? extends F> fakes,
            Function<? super F, ? extends AgentGraph<?, ?, ?, ?, R, ?>> graph) {
        return new ScenarioWithFakes<>(name, fakes, graph);
    }

    /**
     * Returns the same scenario with a start. After a crash it is called again, as the program would, and has to give
     * the same values.
     *
     * @param call starts the run with the given id: {@code (runs, id) -> runs.run(id, new Essay(...))}
     * @return the scenario
     */
    public Scenario<R> start(BiConsumer<? super R, String> call) {
        Objects.requireNonNull(call, "call");
        return with(scenario -> scenario.start = call);
    }

    /**
     * Returns the same scenario with one more answer. The questions of an interrupt get the answers and silences of
     * that interrupt in their order, one each. A person for each interrupt gives them, who has the roles of its
     * {@code @AnsweredBy}.
     *
     * @param interrupt the constant of the interrupt, such as {@code ReviewAgentStep.APPROVE}
     * @param answer the answer
     * @return the scenario
     */
    public Scenario<R> answer(Enum<?> interrupt, Object answer) {
        Objects.requireNonNull(answer, "answer");
        return reply(interrupt, answer);
    }

    /**
     * Returns the same scenario with one more message. Each time that the run waits at the mailbox, it is told the next
     * one, under the id {@code message-1}, {@code message-2} and so on. After the last one, the time for a message is
     * left to end; if there is none, the play ends there.
     *
     * @param mailbox the constant of the mailbox, such as {@code ClusterAgentStep.SERVE}
     * @param message the message
     * @return the scenario
     */
    public Scenario<R> tell(Enum<?> mailbox, Object message) {
        Objects.requireNonNull(message, "message");
        return reply(mailbox, message);
    }

    /**
     * Returns the same scenario, in which nobody answers one more question, or sends one more message: its time ends.
     * The clock jumps, so nothing waits.
     *
     * @param interrupt the constant of an interrupt with {@code expires} or {@code expiresBy}, such as {@code
     *     ReviewAgentStep.APPROVE}
     * @return the scenario
     */
    public Scenario<R> expire(Enum<?> interrupt) {
        return reply(interrupt, null);
    }

    private Scenario<R> reply(Enum<?> interrupt, @Nullable Object answer) {
        Objects.requireNonNull(interrupt, "interrupt");
        int number = replies(interrupt).size() + 1;
        return with(scenario -> scenario.replies.add(new Reply(interrupt, answer, number)));
    }

    /**
     * Returns the same scenario with a value that is expected at its end.
     *
     * @param what a name that was given to {@link ScenarioWithFakes#compare}, such as {@code payments}
     * @param value the value
     * @return the scenario
     * @throws IllegalArgumentException if the scenario compares nothing of that name
     */
    public Scenario<R> expect(String what, Object value) {
        Objects.requireNonNull(value, "value");
        if (!compared.contains(what)) {
            throw new IllegalArgumentException(
                    "Scenario '" + name + "' does not compare '" + what + "', only " + compared + ".");
        }
        return with(scenario -> scenario.expected.put(what, value));
    }

    /**
     * Returns the same scenario with a check of its end, which is made in the undisturbed play. The plays with a crash
     * or in another mode have to end in the same way.
     *
     * @param check looks at the run with the given id: {@code (runs, id) -> assertThat(runs.outcome(id)).contains(...)}
     * @return the scenario
     */
    public Scenario<R> end(BiConsumer<? super R, String> check) {
        Objects.requireNonNull(check, "check");
        return with(scenario -> scenario.end = check);
    }

    /**
     * Returns the same scenario, whose run has to fail. Without this, a run that fails fails its test.
     *
     * @return the scenario
     */
    public Scenario<R> fails() {
        return with(scenario -> scenario.isToFail = true);
    }

    private Scenario<R> with(Consumer<Scenario<R>> change) {
        Scenario<R> other = new Scenario<>(name, fakes, compared);
        other.replies.addAll(replies);
        other.expected.putAll(expected);
        other.start = start;
        other.end = end;
        other.isToFail = isToFail;
        change.accept(other);
        return other;
    }

    String name() {
        return name;
    }

    /** New fakes for a play. */
    Fakes<R> fakes(Clock clock) {
        return fakes.apply(clock);
    }

    BiConsumer<? super R, String> start() {
        if (start == null) {
            throw new IllegalStateException(
                    "Scenario '" + name + "' has no start. Call start((runs, id) -> runs.run(id, ...)).");
        }
        return start;
    }

    /** Returns the replies to the questions of an interrupt, in their order. */
    List<Reply> replies(Enum<?> interrupt) {
        return replies.stream().filter(each -> each.interrupt.equals(interrupt)).toList();
    }

    /** Checks the end of the undisturbed play. */
    void checkEnd(ScenarioResult play, R runs, String run) {
        checkGoesOn(play.failure());
        if (isToFail && play.failure() == null) {
            throw new AssertionError("The run has not failed, though the scenario says that it does.");
        }
        expected.forEach(
                (what, value) -> checkExpected(what, value, play.compared().get(what)));
        if (end != null) {
            end.accept(runs, run);
        }
    }

    private void checkExpected(String what, Object value, @Nullable Object found) {
        if (!value.equals(found)) {
            throw new AssertionError("'" + what + "' is " + found + " at the end, but scenario '" + name + "' expects "
                    + value + "."
                    + (value.toString().equals(String.valueOf(found))
                            ? " They read alike, but equals() says that they differ, as it does for an int and a long."
                            : ""));
        }
    }

    /** Checks the end of a play in which a question was not answered. */
    void checkGoesOn(@Nullable String failure) {
        if (!isToFail && failure != null) {
            throw new AssertionError(
                    "The run has failed: " + failure + ". If that is right, call fails() of the scenario.");
        }
    }
}
