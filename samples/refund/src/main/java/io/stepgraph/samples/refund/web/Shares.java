package io.stepgraph.samples.refund.web;

import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Each person has a share of the server, so that nobody stops the page for others: so many requests at once, of which
 * an open stream of events is one. No request gets a thread before its whole body is here, and a body has a few seconds
 * to arrive.
 */
final class Shares extends Handler.Wrapper {
    private static final int MOST_AT_ONCE = 32;
    private static final long LARGEST_BODY = 64 << 10;
    private static final int BODY_SECONDS = 5;
    private static final String DEADLINE = Shares.class.getName() + ".deadline";

    private final Access access;
    private final Map<Person, Integer> open = new ConcurrentHashMap<>();

    Shares(Access access) {
        this.access = access;
        EagerContentHandler bodies = new EagerContentHandler(new RetainedContentLoaderFactory(LARGEST_BODY, -1, true));
        bodies.include(request -> person(request).isPresent()); // those of strangers are never read
        bodies.setHandler(new Arrived());
        setHandler(bodies);
    }

    /** Where a request comes when its body is here. */
    private static final class Arrived extends Handler.Wrapper {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (request.getAttribute(DEADLINE) instanceof Scheduler.Task deadline && !deadline.cancel()) {
                return true; // the deadline has answered
            }
            return super.handle(request, response, callback);
        }
    }

    private Optional<Person> person(Request request) {
        return access.person(request.getHeaders().get(HttpHeader.AUTHORIZATION));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Optional<Person> known = person(request);
        if (known.isPresent()) {
            Person person = known.get();
            boolean isTooMuch = open.merge(person, 1, Integer::sum) > MOST_AT_ONCE;
            Request.addCompletionListener(request, failure -> leave(person));
            if (isTooMuch) {
                String problem = "You have too many requests open. Try again in a moment.";
                refuse(response, HttpStatus.TOO_MANY_REQUESTS_429, problem, callback);
                return true;
            }
            if (request.getLength() > LARGEST_BODY) {
                refuse(response, HttpStatus.PAYLOAD_TOO_LARGE_413, "A request has at most 64 KiB.", callback);
                return true;
            }
            awaitBody(request, response, callback);
        }
        return super.handle(request, response, callback);
    }

    /** Ends a request whose body does not arrive in time. Jetty's rates and timeouts look only at data that comes. */
    private static void awaitBody(Request request, Response response, Callback callback) {
        Runnable end = () ->
                refuse(response, HttpStatus.REQUEST_TIMEOUT_408, "The request took too long to arrive.", callback);
        request.setAttribute(
                DEADLINE, request.getComponents().getScheduler().schedule(end, BODY_SECONDS, TimeUnit.SECONDS));
    }

    private void leave(Person person) {
        open.computeIfPresent(person, (who, count) -> count == 1 ? null : count - 1);
    }

    private static void refuse(Response response, int status, String problem, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        Content.Sink.write(response, true, Json.write(Json.object().put("problem", problem)), callback);
    }
}
