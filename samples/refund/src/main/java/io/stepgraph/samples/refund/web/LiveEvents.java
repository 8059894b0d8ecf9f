package io.stepgraph.samples.refund.web;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.people.Person;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of a run as server-sent events: the stored ones, and then each as it happens, whatever process executes
 * the run. The id of an event is its cursor. The browser sends the last one when it comes back, and gets the rest.
 *
 * @param access who may do what
 */
record LiveEvents(Access access) {
    private static final Logger LOG = LoggerFactory.getLogger(LiveEvents.class);
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** Where the browser has stopped; checked before the response begins, which then has its status. */
    static EventCursor cursor(Context context) {
        String last = context.header("Last-Event-ID");
        return last == null ? EventCursor.BEGINNING : EventCursor.parse(last);
    }

    void open(SseClient client) {
        Context context = client.ctx();
        Person person = access.person(context);
        String id = context.pathParam("id");
        RunStream stream = access.shop(person)
                .runs()
                .as(person)
                .subscribe(id, cursor(context))
                .heartbeat(SILENCE);
        client.keepAlive();
        client.onClose(stream::close);
        Thread sender = new Thread(() -> send(stream, client), "events of " + id);
        sender.setDaemon(true);
        sender.start();
    }

    private static void send(RunStream stream, SseClient client) {
        try (client;
                stream) {
            for (StreamedEvent event : stream) {
                if (client.terminated()) {
                    return;
                }
                if (event.event() instanceof RunEvent.Heartbeat) {
                    client.sendComment("still here");
                    continue;
                }
                EventWords words = EventWords.of(event.event(), event.at());
                if (words != null) {
                    client.sendEvent("run", Json.write(words), event.cursor().toString());
                }
            }
            client.sendEvent("over", "{}");
        } catch (StepgraphException over) {
            LOG.debug("The stream ends; the browser comes back.", over);
        }
    }
}
