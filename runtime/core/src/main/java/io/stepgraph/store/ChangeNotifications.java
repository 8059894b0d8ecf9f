package io.stepgraph.store;

/**
 * Hints that something of a run has changed, from whichever process (V4). Each is only a reason to poll the store
 * sooner: it may come late, twice, without a change, or not at all, and does not say what has changed. Ends with
 * {@link #close}. Safe for use by many threads.
 */
public interface ChangeNotifications extends AutoCloseable {

    /** The notifications of a store that gives none. */
    ChangeNotifications NONE = new ChangeNotifications() {
        @Override
        public boolean areExpected() {
            return false;
        }

        @Override
        public void close() {}
    };

    /** Whether a change is likely to be notified at present, so that it is enough to poll seldom. */
    boolean areExpected();

    /** Stops the notifications. */
    @Override
    void close();

    /**
     * The receiver of notifications. Called in a thread of the store, by one at a time; must be quick, and throws
     * nothing.
     */
    interface Listener {

        /** Something of this run may have changed. */
        void onChange(RunKey run);

        /** Hints may have been lost: something of any run may have changed. */
        void onGap();
    }
}
