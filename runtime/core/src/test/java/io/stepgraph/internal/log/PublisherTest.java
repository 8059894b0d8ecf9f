package io.stepgraph.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream as a publisher (V4). */
@Timeout(60)
@Tag("V3")
@Tag("V4")
final class PublisherTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final RunClient<Notes, Node> runs =
            fixture.runs(Graphs.single((notes, context) -> context.emit("a")), Fixture::realTime);

    private static final class Subscriber implements Flow.Subscriber<StreamedEvent> {
        final BlockingQueue<RunEvent> events = new LinkedBlockingQueue<>();
        final CountDownLatch subscribed = new CountDownLatch(1);
        final CountDownLatch done = new CountDownLatch(1);
        volatile Flow.Subscription subscription;
        volatile Throwable failed;
        volatile Error breaksWith;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            subscribed.countDown();
        }

        @Override
        public void onNext(StreamedEvent event) {
            if (breaksWith != null) {
                throw breaksWith;
            }
            events.add(event.event());
        }

        @Override
        public void onError(Throwable thrown) {
            failed = thrown;
            done.countDown();
        }

        @Override
        public void onComplete() {
            done.countDown();
        }
    }

    private static Subscriber subscribed(Flow.Publisher<StreamedEvent> publisher) throws InterruptedException {
        Subscriber subscriber = new Subscriber();
        publisher.subscribe(subscriber);
        subscriber.subscribed.await();
        return subscriber;
    }

    @Test
    void V4_a_subscriber_gets_as_many_events_as_it_asks_for_and_then_the_end() throws Exception {
        runs.run("one", Notes.of(), null);
        Subscriber subscriber = subscribed(runs.events("one").publisher());

        subscriber.subscription.request(2);
        assertThat(subscriber.events.take()).isEqualTo(new RunEvent.Started("one"));
        assertThat(subscriber.events.take()).isInstanceOf(RunEvent.StepStarted.class);
        assertThat(subscriber.done.getCount()).isEqualTo(1);
        subscriber.subscription.request(Long.MAX_VALUE);
        subscriber.done.await();

        assertThat(subscriber.failed).isNull();
        assertThat(subscriber.events).hasSize(3).last().isInstanceOf(RunEvent.Completed.class);
    }

    @Test
    void V4_a_second_subscriber_cannot_end_the_stream_of_the_first() throws Exception {
        runs.run("one", Notes.of(), null);
        Flow.Publisher<StreamedEvent> publisher = runs.events("one").publisher();
        Subscriber first = subscribed(publisher);
        Subscriber second = subscribed(publisher);
        second.done.await();
        assertThat(second.failed).isInstanceOf(IllegalStateException.class);
        second.subscription.cancel();
        second.subscription.request(1);

        first.subscription.request(Long.MAX_VALUE);
        first.done.await();

        assertThat(first.failed).isNull();
        assertThat(first.events).last().isInstanceOf(RunEvent.Completed.class);
    }

    /** The events of a run that waits for an answer. */
    private RunStream asked() {
        RunClient<Notes, Node> asking = fixture.inRealTime(Graphs.review());
        asking.run("two", Notes.of(), null);
        return asking.events("two");
    }

    /** Has read all that there is, and asked for more. */
    private static Subscriber waiting(RunStream stream) throws InterruptedException {
        Subscriber subscriber = subscribed(stream.publisher());
        subscriber.subscription.request(Long.MAX_VALUE);
        while (!(subscriber.events.take() instanceof RunEvent.QuestionAsked)) {
            // An event before the last one.
        }
        return subscriber;
    }

    @Test
    void V4_a_subscriber_that_asks_for_nothing_is_told_so_while_it_waits_for_an_event() throws Exception {
        Subscriber subscriber = waiting(asked());

        subscriber.subscription.request(0);
        subscriber.done.await();

        assertThat(subscriber.failed).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void V4_a_subscriber_that_asks_for_nothing_from_another_thread_gets_that_error_and_no_event() throws Exception {
        runs.run("one", Notes.of(), null);
        for (int i = 0; i < 500; i++) {
            Subscriber subscriber = subscribed(runs.events("one").publisher());
            for (int spin = 0; spin < i; spin++) {
                Thread.onSpinWait();
            }

            subscriber.subscription.request(-1);
            subscriber.done.await();

            assertThat(subscriber.failed).isInstanceOf(IllegalArgumentException.class);
            assertThat(subscriber.events).isEmpty();
        }
    }

    @Test
    void V4_a_subscriber_whose_end_throws_is_not_told_another_one() throws Exception {
        runs.run("one", Notes.of(), null);
        CompletableFuture<Thread> delivering = new CompletableFuture<>();
        AtomicInteger errors = new AtomicInteger();
        runs.events("one").publisher().subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(StreamedEvent event) {}

            @Override
            public void onError(Throwable failed) {
                errors.incrementAndGet();
            }

            @Override
            public void onComplete() {
                delivering.complete(Thread.currentThread());
                throw new IllegalStateException("The subscriber is broken.");
            }
        });
        delivering.join().join();

        assertThat(errors).hasValue(0);
    }

    @Test
    void V4_a_subscriber_that_breaks_down_is_told_so_and_others_get_what_they_ask_for() throws Exception {
        runs.run("one", Notes.of(), null);
        Subscriber broken = subscribed(runs.events("one").publisher());
        broken.breaksWith = new OutOfMemoryError("in a test");
        Subscriber other = subscribed(runs.events("one").publisher());

        broken.subscription.request(Long.MAX_VALUE);
        other.subscription.request(Long.MAX_VALUE);
        broken.done.await();
        other.done.await();

        assertThat(broken.failed).isSameAs(broken.breaksWith);
        assertThat(other.failed).isNull();
        assertThat(other.events).last().isInstanceOf(RunEvent.Completed.class);
    }

    @Test
    void V3_cancelling_a_subscription_closes_the_stream() throws Exception {
        runs.run("one", Notes.of(), null);
        RunStream stream = runs.events("one");
        Subscriber subscriber = subscribed(stream.publisher());
        subscriber.subscription.request(1);
        subscriber.events.take();

        subscriber.subscription.cancel();
        subscriber.subscription.request(10);

        assertThat(subscriber.events).isEmpty();
        assertThat(subscriber.done.getCount()).isEqualTo(1);
    }

    @Test
    void V4_a_subscriber_whose_stream_is_closed_is_not_told_that_it_has_read_all() throws Exception {
        runs.run("one", Notes.of(), null);
        RunStream stream = runs.events("one");
        Subscriber subscriber = subscribed(stream.publisher());
        subscriber.subscription.request(1);
        subscriber.events.take();

        stream.close();
        subscriber.done.await();

        assertThat(subscriber.failed)
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("one")
                .hasMessageContaining("continues");
        assertThat(subscriber.events).isEmpty();
    }

    @Test
    void V4_nor_if_it_waits_for_an_event() throws Exception {
        RunStream stream = asked();
        Subscriber subscriber = waiting(stream);

        stream.close();
        subscriber.done.await();

        assertThat(subscriber.failed).isInstanceOf(CancellationException.class);
    }

    @Test
    void V4_an_error_of_the_run_arrives_as_the_error_of_the_stream() throws Exception {
        RunClient<Notes, Node> asking = fixture.inRealTime(Graphs.review());
        Outcomes.asked(asking.run("one", Notes.of("a"), null));
        Subscriber subscriber = subscribed(
                asking.stream("one", Notes.of("b"), null, outcome -> outcome).publisher());

        subscriber.subscription.request(Long.MAX_VALUE);
        subscriber.done.await();

        assertThat(subscriber.failed).isInstanceOf(StartConflictException.class);
    }

    @Test
    void V3_cancelling_a_subscription_that_waits_for_an_event_closes_the_stream() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        RunClient<Notes, Node> waiting = fixture.runs(
                Graphs.single((notes, context) -> {
                    context.emit("a");
                    never.await();
                }),
                Fixture::realTime);
        OutcomeStream<RunOutcome<Node>> stream = waiting.as(Actor.named("Eve")).stream(
                        "two", Notes.of(), null, outcome -> outcome)
                .cancelOnClose();
        Subscriber subscriber = subscribed(stream.publisher());
        subscriber.subscription.request(Long.MAX_VALUE);
        RunEvent last;
        do {
            last = subscriber.events.take();
        } while (!(last instanceof RunEvent.Custom));

        subscriber.subscription.cancel();

        assertThat(stream.outcome()).isEqualTo(new RunOutcome.Cancelled<>("Eve"));
    }
}
