package io.stepgraph.testkit;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.client.Engine;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.Horizon;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.ScenarioResult.Performed;
import io.stepgraph.testkit.SimulatedProcess.Killed;
import io.stepgraph.testkit.SimulatedProcess.Place;
import io.stepgraph.testkit.internal.FaultInjectingStore;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Plays a scenario from its start to its end, on a store of its own, in as many processes as it takes. */
final class ScenarioExecution<R> {
    static final String RUN = "scenario";
    private static final int BATCHES = 1_000;

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Events that are the same in each play. Whether an attempt fails may depend on the attempts before a crash. */
    private static final Set<String> COMPARED = Set.of(
            "step-finished",
            "step-failed",
            "question-asked",
            "answered",
            "expired",
            "waiting",
            "wait-over",
            "message-taken",
            "called",
            "joined",
            "completed",
            "failed",
            "cancelled");

    /**
     * Fields that differ from play to play: a crash counts as an attempt, a nonce is random, a time is real, and tasks
     * emit in any order.
     */
    private static final List<String> CHANGING = List.of("attempt", "nonce", "number", "durationMillis");

    private static final JsonMapper JSON = new JsonMapper();

    private final Scenario<R> scenario;
    private final PermissionMode mode;
    private final @Nullable Place death;
    private final Responder person;

    /** Dates, and the keys of effects, are the same in each play, since the wall clock stands still. */
    private final FakeClock clock = FakeClock.withoutPauses(START);

    private final Fakes<R> fakes;
    private final Store store;
    private final RunKey key = new RunKey("default", RUN);

    /**
     * A play.
     *
     * @param mode the mode of the run at its start
     * @param death where the first process dies; null if nowhere
     */
    ScenarioExecution(Scenario<R> scenario, PermissionMode mode, @Nullable Place death, Responder person) {
        this.scenario = scenario;
        this.mode = mode;
        this.death = death;
        this.person = person;
        this.fakes = scenario.fakes(((InstantSource) clock::wall).withZone(ZoneOffset.UTC));
        this.store = fakes.store().apply(clock);
    }

    /**
     * Plays it.
     *
     * @param undisturbed the undisturbed play; null if this is the one
     */
    ScenarioResult play(EdgeCoverage coverage, @Nullable ScenarioResult undisturbed) {
        if (undisturbed != null && undisturbed.fakes() == fakes.made()) {
            throw new AssertionError(
                    "Two plays of scenario '" + scenario.name() + "' got the same fakes, so the second one"
                            + " would count the calls of the first. Make new fakes for each play: FakePayments::new, and not a"
                            + " field of the test.");
        }
        SimulatedProcess first = new SimulatedProcess(death, this::where);
        try (store) {
            try {
                live(first);
            } catch (Killed died) {
                person.outlives(first);
                live(new SimulatedProcess(null, this::where));
            }
            StoredRun run = Objects.requireNonNull(store.runs().find(key));
            ScenarioResult performance = performance(run, first.places());
            look(run, performance, coverage, undisturbed == null);
            return performance;
        }
    }

    private String where() {
        StoredRun run = store.runs().find(key);
        return run == null
                ? ""
                : " (" + run.checkpoint().step() + ", visit " + run.checkpoint().visit() + ")";
    }

    /** Plays one process, from its start to its end or to its death. */
    private void live(SimulatedProcess lifetime) {
        Runner runner = Runner.builder(FaultInjectingStore.around(store, lifetime))
                .clock(clock)
                .lease(Horizon.FARTHEST) // no jump of the clock ends it
                .startMode(mode)
                .maxMode(PermissionMode.BYPASS_PERMISSIONS)
                .retention(Retention.KEEP_HISTORY)
                .parallel(1)
                .build();
        try {
            CapturingEngine stage = new CapturingEngine(runner);
            R runs = fakes.graph().get().on(stage);
            scenario.start().accept(runs, RUN);
            StoredRun run = store.runs().find(key);
            if (run == null) {
                throw new AssertionError("The start of scenario '" + scenario.name()
                        + "' has stored no run with the id that it was given. Call runs.run(id, ...) in it.");
            }
            passDelayOfStart(run);
            stage.conversation().hold(RUN, person, clock);
        } finally {
            close(runner);
        }
    }

    private void passDelayOfStart(StoredRun run) {
        StepEntry checkpoint = run.checkpoint();
        if (run.status() == Status.QUEUED
                && checkpoint.visit() == 1
                && checkpoint.attempt() == 1
                && run.dueAt() != null) {
            clock.passUntil(run.dueAt());
        }
    }

    private static void close(Runner runner) {
        try {
            runner.close();
        } catch (Killed dead) {
            // It releases nothing any more.
        }
    }

    /** The runner, which remembers the graph that is played on it. */
    private static final class CapturingEngine implements Engine {
        private final Runner runner;
        private @Nullable Conversation<?> conversation;

        CapturingEngine(Runner runner) {
            this.runner = runner;
        }

        @Override
        public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent) {
            RunClient<S, N> client = runner.client(graph, agent);
            conversation = new Conversation<>(graph.spec(), client, RUN);
            return client;
        }

        @Override
        public <A, S, E, N extends Enum<N>> RunClient<S, N> client(Graph<A, S, E, N> graph, A agent, String thread) {
            throw new UnsupportedOperationException("A scenario has no thread.");
        }

        Conversation<?> conversation() {
            return Objects.requireNonNull(conversation);
        }
    }

    /** Looks at the run after its end. */
    private void look(StoredRun run, ScenarioResult performance, EdgeCoverage coverage, boolean isUndisturbed) {
        try (Runner reader = Runner.builder(store).build()) {
            CapturingEngine stage = new CapturingEngine(reader);
            R runs = fakes.graph().get().on(stage);
            coverage.add(stage.conversation().graph(), stage.conversation().steps(RUN), end(run.stopReason()));
            if (isUndisturbed) {
                scenario.checkEnd(performance, runs, RUN);
            }
        }
    }

    private static @Nullable String end(@Nullable StopReason why) {
        if (why instanceof StopReason.Completed) {
            return EdgeCoverage.END;
        }
        return why instanceof StopReason.Failed failed
                        && ErrorCode.FAILED_BY_STEP.name().equals(failed.code())
                ? EdgeCoverage.FAIL
                : null;
    }

    private ScenarioResult performance(StoredRun run, List<Place> places) {
        List<RunKey> family = family();
        List<Performed> effects = family.stream()
                .flatMap(member -> store.effects().find(member).stream())
                .filter(effect -> effect.result() != null)
                .map(ScenarioExecution::performed)
                .toList();
        return new ScenarioResult(
                fakes.made(),
                fakes.read(),
                family.stream().flatMap(member -> events(member).stream()).toList(),
                run.stopReason() instanceof StopReason.Completed completed
                        ? completed.output().text()
                        : null,
                run.stopReason() instanceof StopReason.Failed failed
                        ? failed.json().text()
                        : null,
                places,
                person.answered(),
                effects);
    }

    private static Performed performed(EffectRecord effect) {
        return new Performed(
                effect.key(), Objects.requireNonNull(effect.result()).text());
    }

    /** Returns the run and those that it has called. */
    private List<RunKey> family() {
        return store.calls().family(key, Integer.MAX_VALUE).stream()
                .map(member -> new RunKey(key.namespace(), member.run().id()))
                .toList();
    }

    /**
     * Returns the events of a run; of a visit the custom events of the last attempt, since those before it are void.
     * They are put in order, since tasks of {@code together} emit them in any.
     */
    private List<String> events(RunKey run) {
        List<String> events = new ArrayList<>();
        List<String> emitted = new ArrayList<>();
        int attempt = 0;
        List<EventLog.Batch> batches = batches(run, 0);
        while (!batches.isEmpty()) {
            for (EventLog.Batch batch : batches) {
                for (JsonNode event : JSON.readTree(batch.events().utf8())) {
                    String kind = event.path("event").asString();
                    if (kind.equals("custom")) {
                        if (event.path("attempt").asInt() != attempt) {
                            attempt = event.path("attempt").asInt();
                            emitted.clear();
                        }
                        emitted.add(compared(event));
                    } else if (COMPARED.contains(kind)) {
                        flush(emitted, events);
                        events.add(compared(kind.equals("message-taken") ? withReply(run, (ObjectNode) event) : event));
                    }
                }
            }
            batches = batches(run, batches.get(batches.size() - 1).last());
        }
        flush(emitted, events);
        return events;
    }

    /** Adds the reply to the event of a message that got one. */
    private JsonNode withReply(RunKey run, ObjectNode taken) {
        List<String> mailbox = List.of(taken.path("step").asString());
        StoredMessage message =
                store.messages().find(run, mailbox, taken.path("id").asString());
        return message == null || message.reply() == null
                ? taken
                : taken.put("reply", message.reply().text());
    }

    private static void flush(List<String> emitted, List<String> events) {
        emitted.stream().sorted().forEach(events::add);
        emitted.clear();
    }

    private static String compared(JsonNode event) {
        return ((ObjectNode) event).without(CHANGING).toString();
    }

    private List<EventLog.Batch> batches(RunKey run, long after) {
        return Objects.requireNonNull(store.log().events(run, after, BATCHES)).batches();
    }
}
