package io.stepgraph.spring;

import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.NoReplyException;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StartConflictException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.ThreadBusyException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Turns the library's exceptions, also as the cause of another exception, into answers for web clients: a problem
 * detail with the message, and the stable code as the property {@code code}. Other errors are the server's own, and
 * stay as they are. A handler of the application comes first.
 */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class ProblemDetails {
    private static final Logger log = LoggerFactory.getLogger(ProblemDetails.class);

    @ExceptionHandler
    ProblemDetail invalid(InvalidAnswerException refused) {
        return problem(HttpStatus.UNPROCESSABLE_CONTENT, refused);
    }

    @ExceptionHandler({
        StaleAnswerException.class,
        StartConflictException.class,
        ThreadBusyException.class,
        NoReplyException.class
    })
    ProblemDetail conflict(StepgraphException refused) {
        return problem(HttpStatus.CONFLICT, refused);
    }

    @ExceptionHandler
    ProblemDetail notFound(RunNotFoundException missing) {
        return problem(HttpStatus.NOT_FOUND, missing);
    }

    @ExceptionHandler
    ProblemDetail forbidden(AnswerNotPermittedException refused) {
        return problem(HttpStatus.FORBIDDEN, refused);
    }

    @ExceptionHandler
    ProblemDetail tooMany(QueueFullException refused) {
        return problem(HttpStatus.TOO_MANY_REQUESTS, refused);
    }

    /** The message is for operators: it has texts of the driver. */
    @ExceptionHandler
    ProblemDetail unavailable(StoreUnavailableException silent) {
        log.warn("The store did not answer a web request.", silent);
        return problem(
                HttpStatus.SERVICE_UNAVAILABLE, "The store of the runs does not answer; try again later.", silent);
    }

    private static ProblemDetail problem(HttpStatus status, StepgraphException error) {
        return problem(status, error.getMessage(), error);
    }

    private static ProblemDetail problem(HttpStatus status, @Nullable String detail, StepgraphException error) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setProperty("code", error.code().name());
        return problem;
    }
}
