package io.stepgraph.samples.refund.web;

import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Each person has a share of the server, so that nobody stops the page for others: so many requests at once, of which an open
 * stream of events is one. No request gets a thread before its whole body is here, and a body has to come at a minimum rate.
 */
final class Shares extends Handler.Wrapper {
    private static final int MOST_AT_ONCE = 32;
    private static final long LARGEST_BODY = 64 << 10;
    private static final long SLOWEST = 100; // bytes of a body in a second

    private final Access access;
    private final Map<Person, Integer> open = new ConcurrentHashMap<>();

    Shares(Access access) {
        this.access = access;
        EagerContentHandler bodies = new EagerContentHandler(new RetainedContentLoaderFactory(LARGEST_BODY, -1, true));
        bodies.include(request -> person(request).isPresent()); // those of strangers are never read
        setHandler(new MinimumDataRateHandler(bodies, SLOWEST, 0));
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
                refuse(response, callback);
                return true;
            }
        }
        return super.handle(request, response, callback);
    }

    private void leave(Person person) {
        open.computeIfPresent(person, (who, count) -> count == 1 ? null : count - 1);
    }

    private static void refuse(Response response, Callback callback) {
        response.setStatus(HttpStatus.TOO_MANY_REQUESTS_429);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json; charset=utf-8");
        Content.Sink.write(
                response,
                true,
                Json.write(Json.object().put("problem", "You have too many requests open. Try again in a moment.")),
                callback);
    }
}
