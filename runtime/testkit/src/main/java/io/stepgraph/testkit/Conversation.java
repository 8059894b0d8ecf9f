package io.stepgraph.testkit;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.Checkpoint;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.store.RunLook;
import io.stepgraph.testkit.Scenario.Reply;
import io.stepgraph.testkit.ScenarioResult.Asked;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The replies of a person to a run after its start, until it ends. */
final class Conversation<N extends Enum<N>> {
    private static final int MOST_STOPS = 10_000;

    private final GraphSpec<N> graph;
    private final RunClient<?, N> client;

    /** Raises the mode of the run at the top of the family, which reaches all that are below it. */
    private final Consumer<PermissionMode> mode;

    /** The replies to this run of a graph. */
    Conversation(GraphSpec<N> graph, RunClient<?, N> client, String run) {
        this(graph, client, raised -> client.as(Responder.ACTOR).mode(run, raised));
    }

    private Conversation(GraphSpec<N> graph, RunClient<?, N> client, Consumer<PermissionMode> mode) {
        this.graph = graph;
        this.client = client.as(Responder.ACTOR);
        this.mode = mode;
    }

    GraphSpec<N> graph() {
        return graph;
    }

    /** The way of a run. */
    List<String> steps(String run) {
        try (Stream<? extends Checkpoint<?, N>> visits = client.history(run)) {
            return visits.map(visit -> graph.step(visit.step()).name()).toList();
        }
    }

    /** Says whether the run has ended; if not, it stays where it is. */
    boolean hold(String run, Responder person, FakeClock clock) {
        RunOutcome<N> outcome = client.outcome(run);
        for (int stops = 0; outcome == null || !isEnd(outcome); stops++) {
            if (stops == MOST_STOPS) {
                throw new AssertionError("The run has stopped " + MOST_STOPS + " times and does not end.");
            }
            RunOutcome<N> next = outcome == null ? client.resume(run) : goOn(run, outcome, person, clock);
            if (next == null) {
                return false;
            }
            outcome = next;
        }
        return true;
    }

    private boolean isEnd(RunOutcome<N> outcome) {
        return !(outcome instanceof RunOutcome.QuestionAsked
                || outcome instanceof RunOutcome.Listening
                || outcome instanceof RunOutcome.Paused
                || outcome instanceof RunOutcome.Called
                || outcome instanceof RunOutcome.Parked);
    }

    /** Null if the run stays where it is. */
    private @Nullable RunOutcome<N> goOn(String run, RunOutcome<N> outcome, Responder person, FakeClock clock) {
        if (outcome instanceof RunOutcome.QuestionAsked<N> asked) {
            return reply(
                    run,
                    asked.interrupt(),
                    person,
                    clock,
                    (named, reply) -> named.answer(asked.ticket(), Objects.requireNonNull(reply.answer())));
        }
        if (outcome instanceof RunOutcome.Listening<N> listening) {
            return reply(run, listening.mailbox(), person, clock, (named, reply) -> {
                String id = "message-" + reply.number();
                named.tell(run, listening.mailbox(), id, Objects.requireNonNull(reply.answer()));
                return client.resume(run);
            });
        }
        if (outcome instanceof RunOutcome.Paused<N> paused) {
            clock.passUntil(paused.until());
            return client.resume(run);
        }
        if (outcome instanceof RunOutcome.Called<N> called) {
            StepSpec.Call call =
                    Objects.requireNonNull(graph.step(called.call()).call());
            for (RunOutcome.Child child : called.children()) {
                CalledAgent<?, ?, ?> agent = call.agents().get(call.isList() ? 0 : child.place() - 1);
                if (!with(agent).hold(child.run(), person, clock)) {
                    return null;
                }
            }
            return client.resume(run);
        }
        return unpark(run, (RunOutcome.Parked<N>) outcome, person);
    }

    @SuppressWarnings("unchecked") // the runs of an agent have the steps of its graph
    private <M extends Enum<M>> Conversation<M> with(CalledAgent<?, ?, M> agent) {
        RunClient<?, M> children = (RunClient<?, M>) client.called(agent.name());
        return new Conversation<>(agent.graph().spec(), children, mode);
    }

    private @Nullable RunOutcome<N> reply(
            String run,
            N interrupt,
            Responder person,
            FakeClock clock,
            BiFunction<RunClient<?, N>, Reply, RunOutcome<N>> give) {
        RunLook look = Objects.requireNonNull(client.look(run));
        StepSpec<N> asking = graph.step(interrupt);
        Asked question = new Asked(run, asking.name(), look.visit(), look.due() != null);
        Reply reply = person.reply(question, interrupt, asking.mailbox() != null);
        if (reply == null) {
            return null;
        }
        if (reply.answer() != null) {
            return give.apply(client.as(answerer(run, interrupt)), reply);
        }
        clock.passUntil(Objects.requireNonNull(look.due()));
        return client.resume(run);
    }

    /** A person for each interrupt, who has the roles that it asks for; or who has started the run, if it asks for that. */
    private Actor answerer(String run, N interrupt) {
        StepSpec<N> asking = graph.step(interrupt);
        StepSpec.AnswerRule<N> rule = asking.answerRule();
        String[] roles = rule == null ? new String[0] : rule.roles().toArray(String[]::new);
        String name = rule != null && rule.starter() == StepSpec.Starter.ONLY
                ? starter(run)
                : Responder.ACTOR.name() + " at " + asking.name();
        return Actor.named(name, roles);
    }

    private String starter(String run) {
        try (RunStream events = client.events(run)) {
            RunEvent.Started first = (RunEvent.Started) events.iterator().next().event();
            return Objects.requireNonNull(first.by());
        }
    }

    private RunOutcome<N> unpark(String run, RunOutcome.Parked<N> parked, Responder person) {
        List<EffectInDoubt> inDoubt = client.effectsInDoubt(run);
        if (parked.required() != null) {
            mode.accept(parked.required());
        } else if (inDoubt.isEmpty()) {
            throw new AssertionError("The run is parked in front of step '"
                    + graph.step(parked.step()).name() + "': " + parked.reason());
        }
        inDoubt.forEach(person::resolve);
        return client.resume(run);
    }
}
