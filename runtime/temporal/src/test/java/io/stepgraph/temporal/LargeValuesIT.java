package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States that are larger than a message of Temporal. */
@Timeout(60)
@Tag("R12")
final class LargeValuesIT extends TemporalServer {
    private static final int TEN_MEGABYTES = 10 << 20;

    @TempDir
    Path folder;

    private TemporalEngineBuilder withBlobs() {
        return builder().blobs(BlobStore.directory(folder));
    }

    private List<Path> blobs() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Asks in each second visit, and fails in one of the others. */
    private static TestGraph<Notes> asking(AtomicInteger failures) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST, ASK), (notes, input, context) -> {
                    notes.count++;
                    if (notes.count == 3 && failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("broken");
                    }
                    return notes.count % 4 == 0 ? Transition.go(ASK) : Transition.go(FIRST);
                })
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(SECOND).answeredBy(ValueType.of(String.class)),
                        answer -> SECOND,
                        (notes, input, context) -> Transition.ask("?".repeat(100_000)))
                .step(SECOND, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    notes.add("end " + ((String) input).length());
                    return Transition.end();
                })
                .build();
    }

    @Test
    @Tag("nightly")
    void a_run_with_a_state_of_10_megabytes_fails_is_retried_asks_and_continues_as_new() throws Exception {
        String large = "x".repeat(TEN_MEGABYTES);
        RunClient<Notes, Node> runs = on(open(withBlobs().visitsPerExecution(2)), asking(new AtomicInteger(1)));

        Outcomes.failed(runs.run("one", Notes.of(large), null), ErrorCode.STEP_FAILED);
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.retry("one"));
        assertThat(asked.question()).isEqualTo("?".repeat(100_000));
        assertThatThrownBy(() -> runs.run("one", Notes.of(large + "y"), null))
                .isInstanceOf(StartConflictException.class);
        Notes end = (Notes) Outcomes.completed(runs.answer(asked.ticket(), "a".repeat(300_000)));

        assertThat(end).hasToString("[" + large + ", end 300000]");
        assertThat(Outcomes.completed(runs.run("one", Notes.of(large), null))).hasToString(end.toString());
        List<RunEvent> events = new ArrayList<>();
        try (RunStream stream = runs.events("one")) {
            stream.forEach(event -> events.add(event.event()));
        }
        assertThat(events)
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("duration")
                .contains(new RunEvent.QuestionAsked("one", asked.ticket(), asked.question(), Duration.ZERO))
                .anySatisfy(event -> assertThat(event)
                        .isEqualTo(new RunEvent.Answered("one", asked.ticket(), "a".repeat(300_000), null, List.of())))
                .last()
                .isInstanceOf(RunEvent.Completed.class);
    }

    /** Without blobs the question, its answer and the state travel in the messages of the visit together. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Tag("I4")
    void a_large_question_is_asked_again_after_its_answer_was_refused(boolean isWithBlobs) {
        String large = "x".repeat(390_000);
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .start(ASK)
                .interrupt(
                        ASK,
                        String.class,
                        s -> s.to(SECOND).answeredBy(ValueType.of(String.class)),
                        answer -> SECOND,
                        (notes, input, context) -> Transition.ask("?" + large))
                .step(SECOND, s -> s.takes(ValueType.of(String.class)).toEnd(), (notes, input, context) -> {
                    if (input.equals("no" + large)) {
                        throw new InvalidAnswerException("No is no answer.");
                    }
                    return Transition.end();
                });
        RunClient<Notes, Node> runs = on(open(isWithBlobs ? withBlobs() : builder()), graph);
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(large), null));

        assertThatThrownBy(() -> runs.answer(asked.ticket(), "no" + large)).isInstanceOf(InvalidAnswerException.class);

        assertThat(runs.await("one")).isEqualTo(asked);
        Outcomes.completed(runs.answer(asked.ticket(), "yes" + large));
    }

    @Test
    void a_state_is_stored_once_for_each_of_its_versions() throws Exception {
        RunClient<Notes, Node> runs = on(
                open(withBlobs()),
                TestGraph.of(Notes.class)
                        .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
                            notes.count += context.visit() % 2 == 0 ? 1 : 0;
                            return context.visit() < 20 ? Transition.go(FIRST) : Transition.end();
                        })
                        .build());

        Outcomes.completed(runs.run("one", Notes.of("x".repeat(900_000)), null));

        // The start, and ten states.
        assertThat(blobs()).hasSizeBetween(11, 13);
    }

    @Test
    void a_thread_keeps_its_state_when_the_blobs_of_a_run_are_gone() throws Exception {
        TestGraph<Notes> growing = Graphs.single((notes, context) -> notes.add("y".repeat(100_000)));
        TemporalEngine engine = open(withBlobs());
        RunClient<Notes, Node> runs = engine.client(growing, new Object(), "chat");
        Outcomes.completed(runs.run("one", Notes.of(), null));
        while (blobs().stream().noneMatch(blob -> blob.toString().contains("stepgraph-thread"))) {
            // The thread makes the state its own.
        }
        for (Path blob : blobs()) {
            if (blob.toString().contains("%2fone")) {
                Files.delete(blob);
            }
        }

        Notes second = (Notes) Outcomes.completed(runs.run("two", Notes::of, null));

        assertThat(second.toString().length()).isGreaterThan(200_000);
    }

    @Test
    @Tag("E2")
    void a_large_request_and_result_of_an_effect_come_back() {
        String large = "x".repeat(1_000_000);
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs =
                on(open(withBlobs()), Graphs.single(s -> s.retry(2, 10, 1, 10, 0), (notes, context) -> {
                    String result = context.once("mail", large, String.class).call((key, request) -> {
                        calls.incrementAndGet();
                        return request + "y";
                    });
                    if (context.attempt() == 1) {
                        throw new TransientException("busy");
                    }
                    notes.add("" + result.length());
                }));

        assertThat(Outcomes.completed(runs.run("one", Notes.of(), null))).hasToString("[1000001]");
        assertThat(calls).hasValue(1);
    }

    @Test
    @Tag("E7")
    void a_large_request_in_doubt_is_shown_to_a_person() throws Exception {
        String large = "x".repeat(100_000);
        CountDownLatch inside = new CountDownLatch(1);
        RunClient<Notes, Node> runs = on(open(withBlobs()), Graphs.single((notes, context) -> {
            context.once("mail", large, String.class).call((key, request) -> {
                inside.countDown();
                new CountDownLatch(1).await();
                return "never";
            });
        }));
        assertThat(runs.enqueue("one", Notes.of(), null)).isTrue();
        inside.await();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(runs.effectsInDoubt("one"))
                .singleElement()
                .extracting(EffectInDoubt::request)
                .isEqualTo("\"" + large + "\"");
    }

    @Test
    void without_blobs_a_large_value_is_refused_by_name() {
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> notes.add("x".repeat(1_900_000))));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);

        assertThat(failed.failure().message()).contains("Notes");
        assertThatThrownBy(() -> runs.run("two", Notes.of("x".repeat(1_900_000)), null))
                .isInstanceOf(NotStorableException.class)
                .hasMessageContaining("Notes");
        assertThatThrownBy(() -> builder().maxValueBytes(2_000_000).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blobs(...)");
    }

    @Test
    void an_answer_has_the_size_of_a_message() {
        RunClient<Notes, Node> runs = on(open(withBlobs()), asking(new AtomicInteger()));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));

        assertThatThrownBy(() -> runs.answer(asked.ticket(), "a".repeat(500_000)))
                .isInstanceOf(NotStorableException.class)
                .hasMessageContaining("answer of interrupt 'ask'");
        Outcomes.completed(runs.answer(asked.ticket(), "short"));
    }

    @Test
    void a_process_without_the_blobs_says_what_is_missing() {
        String large = "x".repeat(100_000);
        RunClient<Notes, Node> loops =
                on(open(withBlobs().loopsOnly()), Graphs.review().build());
        TemporalEngine without = open(builder().stepsOnly());
        RunClient<Notes, Node> poor = on(without, Graphs.review().build());
        assertThat(loops.enqueue("one", Notes.of(large), null)).isTrue();

        assertThatThrownBy(() -> loops.await("one"))
                .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                .hasMessageContaining("blobs(...)");
        assertThatThrownBy(() -> poor.run("one", Notes.of(large), null))
                .is(Errors.with(ErrorCode.INCOMPATIBLE_STORE))
                .hasMessageContaining("blobs(...)");
        without.close();
        RunClient<Notes, Node> rich =
                on(open(withBlobs().stepsOnly()), Graphs.review().build());

        Outcomes.asked(rich.resume("one"));
    }

    @Test
    void a_blob_that_is_damaged_or_gone_is_told_and_the_run_continues_once_it_is_back() throws Exception {
        RunClient<Notes, Node> runs = on(open(withBlobs()), asking(new AtomicInteger()));
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of("x".repeat(50_000)), null));
        List<Path> all = blobs();
        List<byte[]> good = new ArrayList<>();
        for (Path blob : all) {
            good.add(Files.readAllBytes(blob));
            Files.writeString(blob, "damaged");
        }
        assertThatThrownBy(() -> runs.resume("one"))
                .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                .hasMessageContaining("is damaged");
        for (Path blob : all) {
            Files.delete(blob);
        }
        assertThatThrownBy(() -> runs.answer(asked.ticket(), "late"))
                .is(Errors.with(ErrorCode.CORRUPT_CHECKPOINT))
                .hasMessageContaining("is gone");
        for (int i = 0; i < all.size(); i++) {
            Files.write(all.get(i), good.get(i));
        }

        RunOutcome<Node> now = runs.resume("one");
        assertThat(now instanceof RunOutcome.QuestionAsked<Node> again ? runs.answer(again.ticket(), "late") : now)
                .isInstanceOf(RunOutcome.Completed.class);
    }

    @Test
    @Tag("S3")
    void prune_deletes_the_old_blobs_of_runs_that_temporal_does_not_have() throws Exception {
        TemporalEngine engine = open(withBlobs());
        RunClient<Notes, Node> runs = on(engine, Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("Ä/~ one", Notes.of("x".repeat(50_000)), null));
        int kept = blobs().size();
        BlobStore store = BlobStore.directory(folder);
        String hash = "0".repeat(64);
        String gone = BlobKeys.of("default", workflowId("gone") + "x".repeat(900), hash);
        String young = BlobKeys.of("default", workflowId("young"), hash);
        String elsewhere = BlobKeys.of("another", workflowId("gone"), hash);
        for (String key : List.of(gone, young, elsewhere)) {
            store.put(key, new byte[] {1});
        }
        Instant yesterday = Instant.now().minus(Duration.ofDays(1));
        for (Path blob : blobs()) {
            if (!blob.toString().contains("young")) {
                Files.setLastModifiedTime(blob, FileTime.from(yesterday));
            }
        }

        assertThat(engine.prune(Duration.ofHours(1))).isEqualTo(1);

        assertThat(store.get(gone)).isNull();
        assertThat(store.get(young)).isNotNull();
        assertThat(store.get(elsewhere)).isNotNull();
        assertThat(blobs()).hasSize(kept + 2);
        Outcomes.completed(runs.answer(asked.ticket(), new Graphs.Approved("Ann")));
        assertThatThrownBy(() -> open(builder()).prune(Duration.ZERO)).isInstanceOf(IllegalStateException.class);
    }
}
