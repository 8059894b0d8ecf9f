package io.stepgraph.cli.run;

import io.stepgraph.cli.io.Documents;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.ListedRun;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.Owner;
import io.stepgraph.store.StoredMessage;
import io.stepgraph.store.StoredRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs, questions and effects as JSON. Fields are never left out: what is not there is null. */
public final class RunDocuments {
    private RunDocuments() {}

    /** A run in a list. */
    public static ObjectNode of(ListedRun run) {
        return Documents.of(run);
    }

    /** A question in a list. */
    public static ObjectNode of(OpenQuestion question) {
        ObjectNode json = Documents.object()
                .put("ticket", question.ticket().id())
                .put("runId", question.run().id())
                .put("step", question.ticket().interrupt());
        json.set("question", Documents.stored(question.question()));
        json.set("answerSchema", Documents.stored(question.answerSchema()));
        Documents.put(json, "expiresAt", question.expiresAt());
        json.set("run", of(question.run()));
        return json;
    }

    /** An effect. */
    public static ObjectNode of(String runId, EffectRecord effect) {
        ObjectNode json = Documents.object()
                .put("runId", runId)
                .put("step", effect.step())
                .put("visit", effect.id().visit())
                .put("name", effect.id().name())
                .put("item", effect.item())
                .put("status", effect.status().name())
                .put("key", effect.key())
                .put("attempt", effect.attempt());
        json.set("request", Documents.stored(effect.request()));
        json.set("result", Documents.stored(effect.result()));
        json.set("resultSchema", Documents.stored(effect.resultSchema()));
        Documents.put(json, "startedAt", effect.startedAt());
        return json.put("resolvedBy", effect.resolvedBy());
    }

    private static ObjectNode of(StoredMessage message) {
        ObjectNode json = Documents.object()
                .put("mailbox", message.mailbox())
                .put("id", message.id())
                .put("by", message.by());
        Documents.put(json, "toldAt", message.toldAt());
        return json;
    }

    /** A run with all that the store knows of it. */
    public static ObjectNode of(RunView view, boolean withEvents) {
        StoredRun run = view.run();
        ObjectNode json = Documents.object()
                .put("id", run.key().id())
                .put("namespace", run.key().namespace())
                .put("runNumber", run.runNumber())
                .put("graph", run.graph())
                .put("fingerprint", run.fingerprint())
                .put("status", run.status().name())
                .put("step", run.checkpoint().step())
                .put("visit", run.checkpoint().visit())
                .put("attempt", run.checkpoint().attempt())
                .put("crashes", run.checkpoint().crashes())
                .put("mode", run.mode().name())
                .put("waitsFor", view.waitsFor())
                .put("calledBy", view.family().caller())
                .put("thread", run.thread())
                .put("cancelRequestedBy", run.cancelRequestedBy());
        JsonNode started = view.history().started();
        json.put("startedBy", started == null ? null : started.path("by").asString(null));
        json.set("labels", Labels.document(view.look().labels()));
        Documents.put(json, "startedAt", run.startedAt());
        json.put(
                "changedAt",
                view.history().changedAt().isEmpty() ? null : view.history().changedAt());
        Documents.put(json, "deadline", run.deadline());
        Documents.put(json, "dueAt", run.dueAt());
        Documents.put(json, "leaseUntil", run.leaseUntil());
        Owner owner = run.owner();
        json.set(
                "owner",
                owner == null
                        ? null
                        : Documents.object().put("machine", owner.machine()).put("pid", owner.pid()));
        json.set("question", view.question());
        json.set("outcome", view.outcome());
        json.put("failureTrace", view.failureTrace());
        json.put("messagesWaiting", view.look().messages());
        ArrayNode messages = json.putArray("messages");
        view.messages().forEach(message -> messages.add(of(message)));
        ArrayNode path = json.putArray("path");
        view.path()
                .forEach(step -> path.addObject()
                        .put("step", step.step())
                        .put("visits", step.visits())
                        .put(
                                "durationMillis",
                                step.took() == null ? null : step.took().toMillis())
                        .put("present", step.isPresent()));
        ArrayNode effects = json.putArray("effects");
        view.effects().forEach(effect -> effects.add(of(run.key().id(), effect)));
        view.family().addTo(json.putArray("family"));
        if (withEvents) {
            json.putArray("events").addAll(view.history().events());
        }
        return json;
    }
}
