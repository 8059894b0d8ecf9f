package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NoReplyException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredMessage;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client tells runs messages and waits for replies; the contract of engines has the rest. */
@Timeout(60)
@Tag("Q5")
@Tag("Q6")
@Tag("Q8")
@Tag("Q9")
@Tag("Q10")
final class MessageTest {
    private static final RunKey ONE = new RunKey("default", "one");

    private final Fixture fixture = new Fixture();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private Graphs.Work work = (notes, context) -> {};

    sealed interface Job {}

    record Add(String line) implements Job, AsksFor<Integer> {}

    record Hold() implements Job {}

    private final RunClient<Notes, Node> runs = client(graph("serve", s -> {}));

    /** Listens, and adds a line, replies and works on; or holds at a question. */
    private TestGraph<Notes> graph(String mailbox, Consumer<StepBuilder<Node>> more) {
        return TestGraph.of(Notes.class)
                .named(FIRST, mailbox)
                .listens(
                        FIRST,
                        s -> more.accept(s.to(SECOND, Node.ASK)
                                .answeredBy(ValueType.of(Job.class))
                                .replies(Add.class, ValueType.of(Integer.class))),
                        message -> message instanceof Add ? SECOND : message instanceof Hold ? Node.ASK : null)
                .step(SECOND, s -> s.takes(ValueType.of(Add.class)).to(THIRD), (notes, input, context) -> {
                    context.reply(
                            (Add) input, notes.add(((Add) input).line()).lines.size());
                    return Transition.go(THIRD);
                })
                .goes(THIRD, FIRST, (notes, context) -> work.on(notes, context))
                .asks(Node.ASK, Graphs.Approved.class, RESCUE)
                .goes(RESCUE, FIRST);
    }

    private RunClient<Notes, Node> client(TestGraph<Notes> graph) {
        return fixture.inRealTime(graph);
    }

    private Future<Object> ask(RunClient<Notes, Node> asker, String id, String line) {
        return threads.submit(() -> asker.ask("one", FIRST, id, new Add(line)));
    }

    private void listen() {
        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Listening<>(FIRST, null));
    }

    private StoredMessage found(String id) {
        return fixture.memory.messages().find(ONE, List.of("serve"), id);
    }

    private void awaitTold(String id) {
        while (found(id) == null) {
            Thread.onSpinWait();
        }
    }

    private static void assertFails(Future<?> call, Class<? extends Throwable> error, String... words) {
        ThrowingCallable get = () -> {
            try {
                call.get();
            } catch (ExecutionException failed) {
                throw failed.getCause();
            }
        };
        assertThrown(error, get, words);
    }

    @AfterEach
    void close() {
        goOn.countDown();
        threads.shutdownNow();
        fixture.close();
    }

    @Test
    void Q10_an_asker_gets_its_reply_though_who_executes_the_run_works_on() throws Exception {
        CountDownLatch works = new CountDownLatch(1);
        work = (notes, context) -> {
            works.countDown();
            goOn.await();
        };
        listen();
        runs.tell("one", FIRST, "a", new Add("first"));
        Future<?> executes = threads.submit(() -> runs.resume("one"));
        works.await();

        assertThat(runs.ask("one", FIRST, "a", new Add("first"))).isEqualTo(1);
        assertThat(client(graph("serve", s -> {})).ask("one", FIRST, "a", new Add("first")))
                .as("in another process")
                .isEqualTo(1);
        assertThat(executes).isNotDone();
        Future<Object> second = ask(runs, "b", "second");
        awaitTold("b");
        goOn.countDown();
        assertThat(second.get()).isEqualTo(2);
    }

    @Test
    void Q10_an_asker_goes_on_with_a_run_that_somebody_else_brings_to_its_mailbox() throws Exception {
        listen();
        runs.tell("one", FIRST, "hold", new Hold());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.resume("one"));
        Future<Object> reply = ask(runs, "a", "first");
        awaitTold("a");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);

        runs.submit(asked.ticket(), new Graphs.Approved("Ann"));

        assertThat(reply.get()).isEqualTo(1);
    }

    @Test
    void Q9_an_asker_is_told_when_its_message_is_withdrawn_or_its_run_is_gone() throws Exception {
        listen();
        runs.tell("one", FIRST, "hold", new Hold());
        Outcomes.asked(runs.resume("one"));
        Future<Object> withdrawn = ask(runs, "a", "first");
        awaitTold("a");
        assertThat(runs.withdraw("one", FIRST, "a")).isTrue();
        assertFails(withdrawn, NoReplyException.class, "'a'", "'serve'", "'one'", "withdrawn");

        Future<Object> cancelled = ask(runs, "b", "second");
        awaitTold("b");
        runs.as(Actor.named("ann")).cancel("one");
        assertFails(cancelled, NoReplyException.class, "CANCELLED and has not taken the message");
        assertThrown(NoReplyException.class, () -> runs.ask("one", FIRST, "b", new Add("second")), "CANCELLED");
        runs.delete("one");
        assertThrown(RunNotFoundException.class, () -> runs.ask("one", FIRST, "b", new Add("second")));
    }

    @Test
    void Q10_an_asker_that_is_interrupted_or_whose_runner_closes_gives_up_and_the_message_stays() throws Exception {
        Runner runner = fixture.runner(Fixture::realTime);
        RunClient<Notes, Node> closing = runner.client(graph("serve", s -> {}), new Object());
        listen();
        runs.tell("one", FIRST, "hold", new Hold());
        Outcomes.asked(runs.resume("one"));
        CompletableFuture<ErrorCode> interrupted = new CompletableFuture<>();
        Thread asker = new Thread(() -> {
            assertThrown(ErrorCode.CALL_INTERRUPTED, () -> runs.ask("one", FIRST, "a", new Add("first")));
            interrupted.complete(ErrorCode.CALL_INTERRUPTED);
        });
        asker.start();
        awaitTold("a");
        asker.interrupt();
        assertThat(interrupted.get()).isEqualTo(ErrorCode.CALL_INTERRUPTED);

        Future<Object> closed = ask(closing, "b", "second");
        awaitTold("b");
        runner.close();
        assertFails(closed, StepgraphException.class, "closed");
        assertThat(found("a").takenIn()).isNull();
    }

    @Test
    void Q10_no_step_asks() {
        listen();
        runs.tell("one", FIRST, "hold", new Hold());
        Outcomes.asked(runs.resume("one"));
        TestGraph<Notes> other = Graphs.single((notes, context) ->
                        assertThrown(ErrorCode.AWAIT_IN_STEP, () -> runs.ask("one", FIRST, "a", new Add("first"))))
                .name("other");

        Outcomes.completed(fixture.inRealTime(other).run("two", Notes.of(), null));
        assertThat(found("a")).isNull();
    }

    @Test
    @Tag("T1")
    void T1_a_message_is_told_in_a_transaction_of_the_program_and_nobody_is_asked_there() {
        listen();
        Store inTransaction = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, args) ->
                        method.getName().equals("joined") ? fixture.memory : method.invoke(fixture.memory, args));
        try (Runner runner = Runner.builder(inTransaction).build()) {
            RunClient<Notes, Node> joining = runner.client(graph("serve", s -> {}), new Object());

            assertThrown(ErrorCode.IN_TRANSACTION, () -> joining.ask("one", FIRST, "a", new Add("first")), "Call tell");
            assertThat(found("a")).isNull();
            joining.tell("one", FIRST, "a", new Add("first"));
        }
        assertThat(runs.ask("one", FIRST, "a", new Add("first"))).isEqualTo(1);
    }

    @Test
    void Q5_a_message_that_the_graph_does_not_route_is_refused_and_so_is_a_run_of_another_graph_or_thread() {
        listen();

        assertThrown(InvalidAnswerException.class, () -> runs.tell("one", FIRST, "a", "no job"), "String");
        assertThrown(IllegalArgumentException.class, () -> runs.tell("one", SECOND, "a", new Hold()), "'second'");
        assertThrown(
                ErrorCode.WRONG_GRAPH,
                () -> client(graph("serve", s -> {}).name("other")).tell("one", FIRST, "a", new Hold()));
        RunClient<Notes, Node> chat =
                fixture.runner(builder -> builder).client(graph("serve", s -> {}), new Object(), "chat");
        assertThrown(StartConflictException.class, () -> chat.tell("one", FIRST, "a", new Hold()), "'chat'");
        assertThat(found("a")).isNull();
    }

    @Test
    void Q6_a_message_is_known_under_its_id_by_each_name_of_its_mailbox() {
        listen();
        runs.tell("one", FIRST, "a", new Hold());
        RunClient<Notes, Node> renamed = client(graph("intake", s -> s.formerly("serve")));

        renamed.tell("one", FIRST, "a", new Hold());
        assertThrown(StaleAnswerException.class, () -> renamed.tell("one", FIRST, "a", new Add("first")));
        renamed.tell("one", FIRST, "b", new Hold());
        assertThat(renamed.withdraw("one", FIRST, "a")).isTrue();

        assertThat(RunInspector.of(fixture.memory, "default").messages("one", 10))
                .extracting(StoredMessage::mailbox, StoredMessage::id)
                .containsExactly(tuple("intake", "b"));
        assertThrown(
                RunNotFoundException.class,
                () -> RunInspector.of(fixture.memory, "default").messages("two", 10));
    }
}
