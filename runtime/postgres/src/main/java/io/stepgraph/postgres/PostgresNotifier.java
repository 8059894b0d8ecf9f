package io.stepgraph.postgres;

import io.stepgraph.jdbc.Database.Subject;
import io.stepgraph.store.RunKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends hints that runs have changed (V4): beside commits, in a thread and a transaction of their own, all that came
 * together in one statement, and of one run not more than a few in a second. Only a change that lets a worker claim a
 * run is sent within milliseconds, with all others that are due by then. A hint that cannot be sent is forgotten.
 */
final class PostgresNotifier implements Hints, Runnable {
    private static final Logger log = LoggerFactory.getLogger(PostgresNotifier.class);
    private static final long MILLIS_BETWEEN = 250;

    /** Each hint is a commit: a thousand runs that are enqueued within a second are not a thousand commits more. */
    private static final long MILLIS_BETWEEN_CLAIMABLE = 10;

    private final PostgresSession session;
    private final String channel;
    private final Set<RunKey> changed = ConcurrentHashMap.newKeySet();
    private final Semaphore news = new Semaphore(0);
    private final Semaphore claimable = new Semaphore(0);
    private final AtomicBoolean isBegun = new AtomicBoolean();
    private final AtomicBoolean isUnheard = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);

    PostgresNotifier(PostgresSession session, String channel) {
        this.session = session;
        this.channel = channel;
    }

    /** Costs next to nothing, since it is called after each commit. */
    @Override
    public void changed(RunKey run) {
        if (changed.add(run)) {
            news.release();
            if (!isBegun.get() && isBegun.compareAndSet(false, true)) {
                Thread thread = new Thread(this, "stepgraph hints");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    @Override
    public void claimable(RunKey run) {
        changed(run);
        claimable.release();
    }

    @Override
    public void run() {
        try {
            do {
                news.acquire();
                news.drainPermits();
                claimable.drainPermits();
                send();
            } while (!closed.await(MILLIS_BETWEEN_CLAIMABLE, TimeUnit.MILLISECONDS) && !isClosedInPause());
        } catch (InterruptedException unexpected) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the next change that cannot wait, or for the end of the pause. */
    private boolean isClosedInPause() throws InterruptedException {
        claimable.tryAcquire(MILLIS_BETWEEN - MILLIS_BETWEEN_CLAIMABLE, TimeUnit.MILLISECONDS);
        return closed.getCount() == 0;
    }

    private void send() {
        List<String> notifications = new ArrayList<>();
        for (Iterator<RunKey> runs = changed.iterator(); runs.hasNext(); ) {
            notifications.add(NotifyChannel.text(runs.next()));
            // Removed before the notification is sent: a change from now on is part of the next one.
            runs.remove();
        }
        if (notifications.isEmpty() || closed.getCount() == 0) {
            return;
        }
        try {
            send(notifications.toArray(String[]::new));
        } catch (RuntimeException | Error failed) {
            // Whatever it is: without this thread there would be no more hints, and what they tell would pile up.
            log.debug("{} hints were not sent", notifications.size(), failed);
        }
    }

    /** Sends texts now. */
    void send(String... texts) {
        session.call(
                Subject.of("Hints"),
                tx -> tx.sql(PostgresSql.NOTIFY)
                        .set("channel", channel)
                        .set("payloads", "text", texts)
                        .any());
    }

    /** Warns once that a listener does not hear what this store sends. */
    void isNotHeard() {
        if (!isUnheard.getAndSet(true)) {
            log.warn(
                    "The store does not hear its own notifications (LISTEN), as behind PgBouncer in transaction mode, or if"
                            + " its listening connections lead to another database. It polls instead, so it sees the"
                            + " changes of other processes later. Let it connect to the server, or in session mode.");
        }
    }

    void close() {
        closed.countDown();
        claimable.release();
        news.release();
    }
}
