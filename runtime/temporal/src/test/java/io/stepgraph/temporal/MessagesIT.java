package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.AsksFor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages as the workflow of a run keeps them. */
@Timeout(120)
@Tag("Q12")
final class MessagesIT extends TemporalServer {
    private static final ValueType WORD = ValueType.of(Word.class);

    @TempDir
    Path folder;

    /** A message that 'ask' takes, which replies at once. */
    record Echo(String text) implements AsksFor<String> {}

    /** A message that leads from 'ask' to 'third', and from there to the end. */
    record Word(String text) {}

    static TestGraph<Notes> listening() {
        return TestGraph.of(Notes.class)
                .start(ASK)
                .listens(
                        ASK,
                        s -> s.to(FIRST, SECOND)
                                .answeredBy(ValueType.of(Echo.class), WORD)
                                .replies(Echo.class, ValueType.of(String.class)),
                        message -> message instanceof Echo ? FIRST : SECOND)
                .step(FIRST, s -> s.takes(ValueType.of(Echo.class)).to(ASK), (notes, input, context) -> {
                    Echo echo = (Echo) input;
                    context.reply(echo, echo.text() + "!");
                    return Transition.go(ASK);
                })
                .step(SECOND, s -> s.takes(WORD).to(THIRD), (notes, input, context) -> {
                    notes.add(((Word) input).text());
                    return Transition.go(THIRD);
                })
                .listens(THIRD, s -> s.to(RESCUE).answeredBy(WORD), message -> RESCUE)
                .step(RESCUE, s -> s.takes(WORD).toEnd(), (notes, input, context) -> {
                    notes.add(((Word) input).text());
                    return Transition.end();
                });
    }

    private static long waiting(RunClient<Notes, Node> runs) {
        return Objects.requireNonNull(runs.look("one")).messages();
    }

    @Test
    void a_workflow_that_continues_as_new_keeps_messages_and_replies() {
        RunClient<Notes, Node> runs = on(open(builder().visitsPerExecution(1)), listening());
        runs.run("one", Notes.of(), null);
        runs.tell("one", THIRD, "last", new Word("end"));
        assertThatThrownBy(() -> on(listening().name("other")).tell("one", ASK, "stop", new Word("stop")))
                .is(Errors.with(ErrorCode.WRONG_GRAPH));
        for (int i = 1; i <= 4; i++) {
            assertThat(runs.ask("one", ASK, "echo " + i, new Echo("echo " + i))).isEqualTo("echo " + i + "!");
        }
        assertThat(waiting(runs)).isOne();

        runs.tell("one", ASK, "stop", new Word("stop"));

        assertThat(Outcomes.completed(runs.await("one"))).hasToString("[stop, end]");
        assertThat(isContinued("one")).isTrue();
        assertThat(runs.ask("one", ASK, "echo 1", new Echo("echo 1"))).isEqualTo("echo 1!");
    }

    @Test
    @Tag("Q6")
    @Tag("slow")
    void messages_of_many_senders_are_taken_once_while_the_workflow_continues_as_new() throws Exception {
        RunClient<Notes, Node> runs = on(open(builder().visitsPerExecution(20)), listening());
        runs.run("one", Notes.of(), null);
        runs.tell("one", THIRD, "last", new Word("end"));
        ExecutorService senders = Executors.newFixedThreadPool(5);
        List<Future<?>> replies = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            Echo echo = new Echo("echo " + i);
            replies.add(senders.submit(
                    () -> assertThat(runs.ask("one", ASK, echo.text(), echo)).isEqualTo(echo.text() + "!")));
        }
        for (Future<?> reply : replies) {
            reply.get();
        }
        senders.shutdown();
        runs.tell("one", ASK, "stop", new Word("stop"));
        Outcomes.completed(runs.await("one"));

        assertThat(isContinued("one")).isTrue();
        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .filteredOn(RunEvent.MessageTaken.class::isInstance)
                .extracting(event -> ((RunEvent.MessageTaken) event).id())
                .hasSize(32)
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("Q8")
    @Tag("R12")
    void large_messages_and_replies_travel_whole_and_more_than_fit_are_refused() {
        String large = "x".repeat(150_000);
        RunClient<Notes, Node> runs = on(open(builder().blobs(BlobStore.directory(folder))), listening());
        runs.run("one", Notes.of(), null);

        assertThat(runs.ask("one", ASK, "echo", new Echo(large))).isEqualTo(large + "!");
        runs.tell("one", THIRD, "a", new Word(large));
        runs.tell("one", THIRD, "b", new Word(large));
        assertThatThrownBy(() -> runs.tell("one", THIRD, "c", new Word(large)))
                .isInstanceOf(QueueFullException.class)
                .hasMessageContainingAll("'c'", "'third'", "'one'", "400000");
        assertThatThrownBy(() -> runs.tell("one", THIRD, "d", new Word("x".repeat(400_000))))
                .is(Errors.with(ErrorCode.VALUE_TOO_LARGE));
        assertThat(runs.withdraw("one", THIRD, "a")).isTrue();
        runs.tell("one", THIRD, "c", new Word(large));
        assertThat(waiting(runs)).isEqualTo(2);
        runs.tell("one", ASK, "stop", new Word("stop"));
        Outcomes.completed(runs.await("one"));

        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .filteredOn(RunEvent.MessageTaken.class::isInstance)
                .extracting(event -> ((RunEvent.MessageTaken) event).message())
                .containsExactly(new Echo(large), new Word("stop"), new Word(large));
    }
}
