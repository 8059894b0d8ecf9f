package io.stepgraph.cli;

import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Timed;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.FakeTime;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.AnswerRule;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredGraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/** Real runs in a real file. */
final class TestRuns {
    /** Asks, and then pays or shelves. */
    static final TestGraph<Notes> REVIEW = Graphs.review().build();

    record Request(int cents) {}

    record Receipt(String id) {}

    record Drain(String node) {}

    private TestRuns() {}

    /** A store with runs of the review, all of which wait for an answer. */
    static Path reviews(Path folder, String... ids) {
        Path file = folder.resolve("runs.db");
        with(file, REVIEW, (runs, runner) -> {
            for (String id : ids) {
                runs.run(id, Notes.of(), null);
            }
        });
        return file;
    }

    /** A store with a run whose question a lead may answer. */
    static Path ruled(Path file, String id) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .goes(Node.FIRST, Node.ASK)
                .asks(
                        Node.ASK,
                        spec -> spec.to(Node.SECOND)
                                .answeredBy(ValueType.of(Graphs.Decision.class))
                                .answerers(StepSpec.Starter.AS_OTHERS, List.of(), "lead"),
                        answer -> Node.SECOND)
                .ends(Node.SECOND)
                .build();
        with(file, graph, (runs, runner) -> runs.run(id, Notes.of(), null));
        return file;
    }

    /** A store with a run of the review that was started by somebody, with labels. */
    static void labelled(Path file, String id, String by, Map<String, String> labels) {
        with(file, REVIEW, (runs, runner) -> {
            StartOptions options = StartOptions.NONE;
            for (Map.Entry<String, String> label : labels.entrySet()) {
                options = options.label(label.getKey(), label.getValue());
            }
            runs.as(Actor.named(by)).with(options).run(id, Notes.of(), null);
        });
    }

    /** A run that waits for thirty days. */
    static void sleeping(Path file, String id) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .goes(Node.FIRST, Node.SECOND)
                .step(
                        Node.SECOND,
                        spec -> spec.to(Node.THIRD).waits(),
                        (notes, input, context) -> Transition.pause(Duration.ofDays(30)))
                .ends(Node.THIRD);
        with(file, graph, (runs, runner) -> runs.run(id, Notes.of(), null));
    }

    /** A run at the mailbox "serve"; the store also knows the mailbox "guarded", to which an operator may send. */
    static void listening(Path file, String id) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .fingerprint("mail")
                .named(Node.FIRST, "serve")
                .listens(
                        Node.FIRST,
                        spec -> spec.to(Node.SECOND).answeredBy(ValueType.of(Drain.class)),
                        message -> Node.SECOND)
                .step(Node.SECOND, spec -> spec.takes(ValueType.of(Drain.class)).toEnd(), (notes, input, context) -> {
                    notes.add(((Drain) input).node());
                    return Transition.end();
                });
        String schema = """
                {"type": "object", "properties": {"node": {"type": "string"}}, "required": ["node"]}""";
        Json guarded = new AnswerRule(List.of("operator"), null, Map.of()).in(Json.of(schema));
        Json saved = Json.of("{\"mailboxes\": {\"serve\": " + schema + ", \"guarded\": " + guarded.text() + "}}");
        try (Store store = SqliteStore.open(file)) {
            store.log().saveGraph(new StoredGraph("test", "mail", saved));
        }
        with(file, graph, (runs, runner) -> runs.run(id, Notes.of(), null));
    }

    /** A run that has called a clerk, who asks, and another agent, which fails. */
    static void calling(Path file, String id) {
        TestGraph<Notes> broken = Graphs.single((notes, context) -> {
            throw new IllegalStateException("the model is away");
        });
        TestGraph<Notes> caller = TestGraph.of(Notes.class)
                .step(
                        Node.FIRST,
                        spec -> spec.calls(false, 1, called("clerk", REVIEW), called("broken", broken))
                                .to(Node.SECOND),
                        (notes, input, context) -> Transition.call(List.of(notes, notes)))
                .ends(Node.SECOND);
        with(file, caller, (runs, runner) -> runs.run(id, Notes.of(), null));
    }

    private static CalledAgent<Object, Notes, Node> called(String name, TestGraph<Notes> graph) {
        return new CalledAgent<>(name, graph, caller -> caller, Notes.class::cast, start -> null);
    }

    /** A run of the graph "slow" that has waited for a worker for an hour. */
    static void waiting(Path file, String id) throws SQLException {
        with(
                file,
                Graphs.single((notes, context) -> {}).name("slow"),
                (runs, runner) -> runs.enqueue(id, Notes.of(), null));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                PreparedStatement earlier = connection.prepareStatement(
                        "update runs set wake_at = wake_at - 3600000, rested_at = rested_at - 3600000 where id = ?")) {
            earlier.setString(1, id);
            earlier.executeUpdate();
        }
    }

    /** A run whose question has expired long ago, and which nobody continues. */
    static void late(Path file, String id) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .goes(Node.FIRST, Node.ASK)
                .interrupt(
                        Node.ASK,
                        Graphs.Question.class,
                        spec -> spec.to(Node.SECOND).answeredBy(ValueType.of(Graphs.Decision.class)),
                        answer -> Node.SECOND,
                        (notes, input, context) ->
                                Transition.ask(new Graphs.Question("Pay?"), Instant.EPOCH.plusSeconds(60)))
                .ends(Node.SECOND);
        try (Store store = SqliteStore.open(file);
                Runner runner = Timed.runner(store, new FakeTime())) {
            runner.client(graph, new Object()).run(id, Notes.of(), null);
        }
    }

    /** A run that fails in its first step. */
    static void failing(Path file, String id) {
        failing(file, id, "the model is away");
    }

    /** A run that fails in its first step, with this message. */
    static void failing(Path file, String id, String message) {
        TestGraph<Notes> broken = Graphs.single((notes, context) -> {
            throw new IllegalStateException(message);
        });
        with(file, broken, (runs, runner) -> runs.run(id, Notes.of(), null));
    }

    /** A run that is parked, with an effect in doubt; the item may be empty. */
    static void inDoubt(Path file, String id, String item) {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            Effect<Request, Receipt> refund = context.once("refund", new Request(500), Receipt.class);
            (item.isEmpty() ? refund : refund.item(item)).call((key, request) -> {
                throw new IllegalStateException("the connection was lost");
            });
        });
        with(file, graph, (runs, runner) -> runs.run(id, Notes.of(), null));
    }

    /** Runs of the review in a namespace, all of which wait for an answer. */
    static void in(String namespace, Path file, String... ids) {
        try (Store store = SqliteStore.open(file);
                Runner runner = Runner.builder(store).namespace(namespace).build()) {
            for (String id : ids) {
                runner.client(REVIEW, new Object()).run(id, Notes.of(), null);
            }
        }
    }

    static void with(Path file, TestGraph<Notes> graph, BiConsumer<RunClient<Notes, Node>, Runner> work) {
        try (Store store = SqliteStore.open(file);
                Runner runner = Runner.builder(store).build()) {
            store.log().saveGraph(new StoredGraph("test", "print", json()));
            work.accept(runner.client(graph, new Object()), runner);
        }
    }

    static Json json() {
        try (InputStream in = Objects.requireNonNull(TestRuns.class.getResourceAsStream("/review.json"))) {
            return new Json(in.readAllBytes());
        } catch (IOException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
