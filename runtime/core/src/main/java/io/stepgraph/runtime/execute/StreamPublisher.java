package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.event.StreamedEvent;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Hands a stream to one subscriber, in a thread that reads no further than was asked for. */
final class StreamPublisher implements Flow.Publisher<StreamedEvent> {
    /** What a subscriber is given that comes too late: the stream is another one's. */
    private static final Flow.Subscription REFUSED = new Flow.Subscription() {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    };

    private final StoredStream stream;
    private final EventSource events;

    StreamPublisher(StoredStream stream, EventSource events) {
        this.stream = stream;
        this.events = events;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super StreamedEvent> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        Delivery delivery = new Delivery(subscriber);
        if (stream.begin(delivery::wake)) {
            StepThreads.start(delivery, "stepgraph events");
        } else {
            subscriber.onSubscribe(REFUSED);
            subscriber.onError(new IllegalStateException("This stream is read already; ask for another one."));
        }
    }

    private final class Delivery implements Flow.Subscription, Runnable {
        private final Flow.Subscriber<? super StreamedEvent> subscriber;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition isAsked = lock.newCondition();
        private long wanted;
        private volatile boolean isMisused;
        private volatile boolean isCancelled;

        Delivery(Flow.Subscriber<? super StreamedEvent> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            lock.lock();
            try {
                if (count <= 0) {
                    isMisused = true;
                } else {
                    wanted = count > Long.MAX_VALUE - wanted ? Long.MAX_VALUE : wanted + count;
                }
                isAsked.signalAll();
            } finally {
                lock.unlock();
            }
            if (count <= 0) {
                // It may wait for an event, for long.
                events.close();
            }
        }

        @Override
        public void cancel() {
            isCancelled = true;
            stream.close();
        }

        /** Something has changed that it may wait for. */
        private void wake() {
            lock.lock();
            try {
                isAsked.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run() {
            Throwable failure = null;
            try {
                subscriber.onSubscribe(this);
                while (events.hasNext() && isWanted()) {
                    subscriber.onNext(events.take());
                }
            } catch (Throwable failed) {
                failure = failed;
            }
            try {
                if (!isCancelled) {
                    end(failure);
                }
            } finally {
                stream.close();
            }
        }

        private boolean isOver() {
            return isMisused || events.isClosed();
        }

        /** Tells the subscriber the end, once; what it throws then is for the thread's handler (rules 1.7 and 2.13). */
        private void end(@Nullable Throwable failure) {
            if (isMisused) {
                subscriber.onError(new IllegalArgumentException(
                        "A subscriber asks for at least one event (rule 3.9 of Reactive Streams)."));
            } else if (failure != null) {
                subscriber.onError(failure);
            } else if (events.isDone()) {
                subscriber.onComplete();
            } else {
                subscriber.onError(events.closedEarly());
            }
        }

        /** Waits until an event is asked for; false if none is wanted any more. */
        private boolean isWanted() throws InterruptedException {
            lock.lock();
            try {
                while (wanted == 0 && !isOver()) {
                    isAsked.await();
                }
                if (isOver()) {
                    return false;
                }
                wanted -= wanted == Long.MAX_VALUE ? 0 : 1;
                return true;
            } finally {
                lock.unlock();
            }
        }
    }
}
