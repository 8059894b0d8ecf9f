package io.stepgraph.samples.chat;

import java.io.IOException;
import java.time.Duration;

/** A provider refuses a request for now, and says when to try again. */
final class RetryLaterException extends IOException {
    private static final long serialVersionUID = 1;

    private final Duration delay;

    /**
     * A refusal.
     *
     * @param status the status of HTTP
     * @param delay when to try again
     */
    RetryLaterException(int status, Duration delay) {
        super("The provider refuses the request for now (HTTP " + status + ") and asks to wait " + delay.toSeconds()
                + " seconds.");
        this.delay = delay;
    }

    Duration delay() {
        return delay;
    }
}
