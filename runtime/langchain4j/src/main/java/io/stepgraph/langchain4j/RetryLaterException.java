package io.stepgraph.langchain4j;

import dev.langchain4j.exception.HttpException;
import java.time.Duration;

/** An error of HTTP with what LangChain4j's own drops: the delay that a header asks for. */
final class RetryLaterException extends HttpException {
    private static final long serialVersionUID = 1;

    private final Duration delay;

    RetryLaterException(int status, String body, Duration delay) {
        super(status, body);
        this.delay = delay;
    }

    Duration delay() {
        return delay;
    }
}
