package io.stepgraph.postgres;

import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears hints that runs have changed (V4), on a connection and in a thread of its own, from when it is made until it is
 * closed. When the connection is cut it connects again, and says that hints were missed. Hints are expected once it has
 * heard something, if only the echo that the store sends on another connection: a proxy that shares connections takes
 * {@code LISTEN} and forwards nothing.
 */
final class PostgresListener implements ChangeNotifications, Runnable {
    private static final Logger log = LoggerFactory.getLogger(PostgresListener.class);
    private static final int QUIET_MILLIS = 10_000;
    private static final int ECHO_MILLIS = 2_000;
    private static final int ANSWER_SECONDS = 5;
    private static final long RECONNECT_MILLIS = 500;

    private final Connector connector;
    private final String channel;
    private final PostgresNotifier notifier;
    private final Listener listener;
    private final Set<PostgresListener> open;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Connection connection;
    private volatile boolean isListening;

    /**
     * A listener.
     *
     * @param open all listeners of the store that are open, this one included
     */
    PostgresListener(
            Connector connector,
            String channel,
            PostgresNotifier notifier,
            Listener listener,
            Set<PostgresListener> open) {
        this.connector = connector;
        this.channel = channel;
        this.notifier = notifier;
        this.listener = listener;
        this.open = open;
        open.add(this);
    }

    /** Makes connections that are in no pool. */
    interface Connector {
        Connection connect() throws SQLException;
    }

    PostgresListener begin() {
        Thread thread = new Thread(this, "stepgraph listener");
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    @Override
    public void run() {
        try {
            while (closed.getCount() > 0) {
                listen();
                closed.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException unexpected) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        try (Connection made = connector.connect()) {
            connection = made;
            try (Statement listen = made.createStatement()) {
                listen.execute("listen " + channel);
            }
            PGConnection notified = made.unwrap(PGConnection.class);
            notifier.send("echo");
            while (closed.getCount() > 0) {
                PGNotification[] notifications = notified.getNotifications(isListening ? QUIET_MILLIS : ECHO_MILLIS);
                dispatch(notifications);
                if (notifications.length == 0 && !made.isValid(ANSWER_SECONDS)) {
                    return;
                }
                if (!isListening && closed.getCount() > 0) {
                    notifier.isNotHeard();
                }
            }
        } catch (SQLException | RuntimeException | Error cut) {
            // Whatever it is: without this thread there would be no more hints.
            log.debug("Hints are missed until the next connection", cut);
        } finally {
            isListening = false;
        }
    }

    private void dispatch(PGNotification[] notifications) {
        if (notifications.length > 0 && !isListening) {
            isListening = true;
            listener.onGap();
        }
        for (PGNotification hint : notifications) {
            RunKey run = NotifyChannel.read(hint.getParameter());
            if (run != null) {
                listener.onChange(run);
            }
        }
    }

    @Override
    public boolean areExpected() {
        return isListening;
    }

    @Override
    public void close() {
        open.remove(this);
        closed.countDown();
        isListening = false;
        Connection made = connection;
        if (made != null) {
            try {
                made.abort(Runnable::run);
            } catch (SQLException alreadyCut) {
                log.debug("The connection for hints was gone", alreadyCut);
            }
        }
    }
}
