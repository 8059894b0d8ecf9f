package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TimeMethod;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.model.Visits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A graph as plain data, in source order: what the {@code .json} file holds. Properties that are not set are left out.
 */
final class GraphData {

    private final AgentModel model;

    /**
     * Whether durations are given as the user wrote them, and not in the one form that all ways to write them share.
     */
    private final boolean asWritten;

    private GraphData(AgentModel model, boolean asWritten) {
        this.model = model;
        this.asWritten = asWritten;
    }

    static Map<String, Object> of(AgentModel model, String fingerprint) {
        return new GraphData(model, true).graph(fingerprint);
    }

    /** Returns the data without the fingerprint, which is made from it. */
    static Map<String, Object> essentials(AgentModel model) {
        return new GraphData(model, false).graph(null);
    }

    private Map<String, Object> graph(@Nullable String fingerprint) {
        return new Members()
                .put("name", model.graphName())
                .put("fingerprint", fingerprint)
                .put("class", model.type().getQualifiedName())
                .put("start", text(model.start()))
                .put("state", type(model.state()))
                .put("output", type(model.output()))
                .put("customEvent", type(model.customEvent()))
                .put("steps", model.steps().stream().map(this::step).toList())
                .map;
    }

    private Map<String, Object> step(StepModel step) {
        Parameter input = step.input();
        InterruptModel asked = step.interrupt();
        return new Members()
                .put("name", step.name())
                .put("kind", step.kind())
                .put(
                        "input",
                        input == null
                                ? null
                                : CallTypes.name(input.type(), model).toString())
                .put(
                        "length",
                        step.waiting() == null ? null : duration(step.waiting().length()))
                .put("mailbox", step.isMailbox() ? true : null)
                .put(
                        "question",
                        asked == null || step.isMailbox()
                                ? null
                                : type(step.returned().type()))
                .put("calls", calls(step.call()))
                .put("list", isList(step.call()) ? true : null)
                .put("maxElements", maxElements(step.call()))
                .put("maxMode", step.call() == null ? null : text(step.call().maxMode()))
                .put("results", step.call() == null ? null : results(step.call()))
                .put("answers", asked == null ? null : leaves(asked.leaves()))
                .put("replies", asked == null ? null : replies(asked.replies()))
                .put("actions", asked == null ? null : actions(asked))
                .put("expires", asked == null ? null : expires(asked))
                .put("answeredBy", asked == null ? null : rule(asked.rule()))
                .put("next", texts(step.next()))
                .put("mode", step.requiresMode() ? step.mode() : null)
                .put("gate", gate(step.gate()))
                .put(
                        "timeout",
                        duration(
                                step.call() == null
                                        ? step.timeout()
                                        : step.call().timeout()))
                .put("retry", retry(step.retry()))
                .put("onFailure", text(step.onFailure()))
                .put("failures", step.failures().isEmpty() ? null : types(step.failures()))
                .put("inDoubt", step.inDoubt() == null ? null : true)
                .put("maxVisits", visits(step.visits()))
                .put("effects", step.effects().isEmpty() ? null : texts(step.effects()))
                .put("transactional", step.transactional() == null ? null : true)
                .put("formerly", step.formerly().isEmpty() ? null : texts(step.formerly()))
                .map;
    }

    private static @Nullable List<Map<String, Object>> calls(@Nullable CallModel call) {
        return call == null
                ? null
                : call.agents().stream()
                        .map(agent -> called(agent.name().text(), agent.graph()))
                        .toList();
    }

    /** The class is also the name of the file with that graph; its stable name is given where it has another. */
    private static Map<String, Object> called(String agent, @Nullable AgentModel graph) {
        Members called = new Members().put("agent", agent);
        if (graph != null) {
            String type = graph.type().getQualifiedName().toString();
            called.put("graph", type).put("name", graph.graphName().equals(type) ? null : graph.graphName());
        }
        return called.map;
    }

    private static @Nullable Integer maxElements(@Nullable CallModel call) {
        return call == null || call.maxElements() == null
                ? null
                : call.maxElements().asInt();
    }

    private @Nullable List<Map<String, Object>> results(CallModel call) {
        return call.results().isEmpty() ? null : leaves(call.results());
    }

    private List<Map<String, Object>> leaves(List<AnswerVariant> leaves) {
        return leaves.stream()
                .flatMap(leaf -> leaf.takers().stream()
                        .map(taker -> new Members()
                                .put("type", leaf.element().getQualifiedName())
                                .put("to", model.steps().get(taker).name())
                                .map))
                .toList();
    }

    private static @Nullable List<Map<String, Object>> replies(List<Reply> replies) {
        return replies.isEmpty()
                ? null
                : replies.stream()
                        .map(reply -> new Members()
                                .put("of", reply.message().element().getQualifiedName())
                                .put("type", type(reply.type()))
                                .map)
                        .toList();
    }

    private static @Nullable List<Map<String, Object>> actions(InterruptModel asked) {
        return asked.actions().isEmpty()
                ? null
                : asked.actions().stream()
                        .map(mark -> new Members()
                                .put("of", mark.of().getQualifiedName())
                                .put("component", mark.component())
                                .put("type", type(mark.type()))
                                .map)
                        .toList();
    }

    private @Nullable Map<String, Object> expires(InterruptModel asked) {
        TimeMethod computed = asked.expiresBy();
        return !asked.mayExpire() || asked.expiryTakers().isEmpty()
                ? null
                : new Members()
                        .put("after", duration(asked.expires()))
                        .put("by", computed == null ? null : computed.name().text())
                        .put(
                                "to",
                                model.steps().get(asked.expiryTakers().get(0)).name())
                        .map;
    }

    private static @Nullable Map<String, Object> rule(@Nullable AnswerRule rule) {
        return rule == null
                ? null
                : new Members()
                        .put("roles", rule.roles().isEmpty() ? null : texts(rule.roles()))
                        .put("notStarter", rule.notStarter() ? true : null)
                        .put("starter", rule.starter() ? true : null)
                        .put("otherThan", rule.otherThan().isEmpty() ? null : texts(rule.otherThan()))
                        .map;
    }

    private static @Nullable Map<String, Object> gate(@Nullable Gate gate) {
        return gate == null
                ? null
                : new Members()
                        .put("interrupt", gate.interrupt().text())
                        .put(
                                "answers",
                                gate.opening().stream()
                                        .map(TypeElement::getQualifiedName)
                                        .toList())
                        .put("exactly", gate.exactly() ? true : null)
                        .map;
    }

    private @Nullable Map<String, Object> retry(@Nullable Retrying retry) {
        return retry == null
                ? null
                : new Members()
                        .put("attempts", retry.attempts().asInt())
                        .put("backoff", duration(retry.backoff()))
                        .put("factor", retry.factor().value())
                        .put("maxBackoff", duration(retry.maxBackoff()))
                        .put("jitter", retry.jitter().value())
                        .put("on", types(retry.on()))
                        .map;
    }

    private static @Nullable Map<String, Object> visits(@Nullable Visits visits) {
        return visits == null
                ? null
                : new Members().put("times", visits.times().asInt()).put("then", text(visits.then())).map;
    }

    private static @Nullable String type(@Nullable TypeMirror type) {
        return type == null ? null : Nameable.name(type).toString();
    }

    private static List<String> types(List<TypeUse> uses) {
        return uses.stream().map(use -> type(use.type())).toList();
    }

    private @Nullable String duration(@Nullable Length length) {
        if (length == null || length.parsed() == null) {
            return null;
        }
        return asWritten ? length.text() : length.parsed().toString();
    }

    private static @Nullable String text(@Nullable Name name) {
        return name == null ? null : name.text();
    }

    private static List<String> texts(List<Name> names) {
        return names.stream().map(Name::text).toList();
    }

    /** The members of an object that are present, in the order in which they are put. */
    private static final class Members {
        private final Map<String, Object> map = new LinkedHashMap<>();

        Members put(String name, @Nullable Object value) {
            if (value != null) {
                map.put(name, value);
            }
            return this;
        }
    }

    private static boolean isList(@Nullable CallModel call) {
        return call != null && call.shape() == CallModel.Shape.LIST;
    }
}
