package io.stepgraph.internal.run;

import io.stepgraph.internal.answer.AnswerRules;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.AnswerRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A mailbox in the graph that the store keeps of a run, for programs without the agent's classes (Q5). The graph has
 * the schema under the present name, and the present name under each former one.
 *
 * @param names its name, and after it its former names
 * @param schema the schema of its messages, with the rule that says who may send them
 */
record SavedMailbox(List<String> names, Json schema) {
    private static final String FIELD = "mailboxes";

    /** Adds the mailboxes of a graph to its file. */
    static <N extends Enum<N>> Json addTo(Json file, GraphCodecs<N> codecs) {
        JsonObject mailboxes = new JsonObject();
        boolean isEmpty = true;
        for (int i = 0; i < codecs.plan.size(); i++) {
            StepPlan<N> step = codecs.plan.step(i);
            if (step.isMailbox) {
                Json schema = codecs.answers(step).schema();
                AnswerRule rule = AnswerRules.ofMailbox(step.spec);
                mailboxes.put(step.name, rule == null ? schema : rule.in(schema));
                step.spec.formerly().forEach(former -> mailboxes.put(former, step.name));
                isEmpty = false;
            }
        }
        if (isEmpty) {
            return file;
        }
        String graph = file.text();
        return Json.of("{\"" + FIELD + "\":" + mailboxes.json() + "," + graph.substring(graph.indexOf('{') + 1));
    }

    /**
     * Finds a mailbox in a graph by a name, present or former; null if there is none.
     *
     * @throws JacksonException if the graph is damaged
     */
    static @Nullable SavedMailbox of(Json graph, String name) {
        JsonNode mailboxes = Canonical.tree(graph).path(FIELD);
        String present = mailboxes.path(name).asString(name);
        JsonNode schema = mailboxes.path(present);
        if (!schema.isObject()) {
            return null;
        }
        List<String> names = new ArrayList<>(List.of(present));
        for (Map.Entry<String, JsonNode> other : mailboxes.properties()) {
            if (other.getValue().asString("").equals(present)) {
                names.add(other.getKey());
            }
        }
        return new SavedMailbox(names, Canonical.unsorted(schema));
    }
}
