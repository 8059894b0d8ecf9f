package io.stepgraph.internal.codec;

import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.LeafTyping;
import io.stepgraph.internal.json.UndeclaredTypes;
import io.stepgraph.internal.step.ApprovedAction;
import io.stepgraph.internal.step.ApprovedActions;
import io.stepgraph.internal.step.StepPlan;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.ValueType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The actions at the one place of a question and its answer where they stand: the marked component of the answer, else
 * that of the question, else the question as a whole (A4).
 */
final class StoredActions implements ApprovedActions {
    private static final int MAX_SHOWN = 200;

    private final GraphCodecs<?> codecs;
    private final StepSpec.@Nullable Action mark;
    private final boolean isOfAnswer;

    /** The answer if the actions stand there, else the question. */
    private final Object whole;

    private final ValueType type;
    private final ValueCodec codec;
    private final List<StoredAction> all = new ArrayList<>();

    /** An action, and its JSON as it is compared. */
    private record StoredAction(ApprovedAction action, String compared, boolean isAction) {}

    /**
     * The actions of an answered question.
     *
     * @param question the question, read for this
     * @param answer the answer, read for this; null if only the question may have them
     * @param approval names the approval (A5)
     */
    StoredActions(
            GraphCodecs<?> codecs, StepPlan<?> interrupt, Object question, @Nullable Object answer, String approval) {
        this.codecs = codecs;
        StepSpec.Action ofAnswer = mark(interrupt, answer);
        this.isOfAnswer = ofAnswer != null;
        this.whole = answer == null || ofAnswer == null ? question : answer;
        this.mark = isOfAnswer ? ofAnswer : mark(interrupt, question);
        ValueType declared = mark == null ? Objects.requireNonNull(interrupt.spec.question()) : mark.type();
        boolean areMany = mark != null
                && declared.type() == List.class
                && !declared.arguments().isEmpty();
        this.type = areMany ? declared.arguments().get(0) : declared;
        this.codec = codecs.of(type);
        Object there = mark == null ? whole : mark.part().apply(whole);
        List<?> values = areMany && there instanceof List<?> list ? list : there == null ? List.of() : List.of(there);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value != null) {
                all.add(stored(value, approval + "\0" + i));
            }
        }
    }

    private static StepSpec.@Nullable Action mark(StepPlan<?> interrupt, @Nullable Object whole) {
        return interrupt.spec.actions().stream()
                .filter(action -> action.of().isInstance(whole))
                .findFirst()
                .orElse(null);
    }

    private StoredAction stored(Object value, String id) {
        JsonNode tree = codec.tree(value);
        String place = ApprovedAction.place(
                UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString());
        ApprovedAction action = new ApprovedAction(
                place, value, type, Canonical.unsorted(tree).text(), texts(tree).collect(Collectors.toSet()));
        boolean isAction = isAction(tree);
        return new StoredAction(action, compared(tree), isAction);
    }

    private static Stream<String> texts(JsonNode node) {
        Stream<JsonNode> parts = node.properties().stream()
                .filter(property -> !property.getKey().equals(LeafTyping.PROPERTY))
                .map(Map.Entry::getValue);
        return node.isString()
                ? Stream.of(node.stringValue())
                : (node.isArray() ? node.valueStream() : parts).flatMap(StoredActions::texts);
    }

    /**
     * Writes an action without the name of its leaf, which the class says: another place of the same action may be
     * declared by the leaf itself.
     */
    private String compared(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            object.remove(LeafTyping.PROPERTY);
        }
        return Canonical.normalised(tree).text();
    }

    @Override
    public List<ApprovedAction> equalTo(Object request) {
        if (all.stream().noneMatch(stored -> isOfClass(stored, request))) {
            return List.of();
        }
        // Once, so that nothing can change it in between.
        String written = compared(codec.tree(request));
        return all.stream()
                .filter(stored -> stored.isAction && isOfClass(stored, request) && stored.compared.equals(written))
                .map(StoredAction::action)
                .toList();
    }

    private static boolean isOfClass(StoredAction stored, Object request) {
        return stored.action.value().getClass() == request.getClass();
    }

    /** Whether others are the same actions, one by one. */
    boolean isSameAs(StoredActions other) {
        if (all.size() != other.all.size()) {
            return false;
        }
        for (int i = 0; i < all.size(); i++) {
            StoredAction one = all.get(i);
            if (!isOfClass(one, other.all.get(i).action.value()) || !one.compared.equals(other.all.get(i).compared)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public List<ApprovedAction> equalTo(String effect, Answered.Part<?> part) {
        List<ApprovedAction> found = part.isChosen() == isOfAnswer ? equalTo(part.value()) : List.of();
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "Effect '" + effect + "' asks for " + asked(part) + ", and approved is " + this + ". " + advice());
        }
        return found;
    }

    private String asked(Answered.Part<?> part) {
        JsonNode tree =
                codecs.of(UndeclaredTypes.of(part.value(), "the request")).tree(part.value());
        return shown(tree, part.value()) + (part.isChosen() ? " of the answer" : "");
    }

    private String advice() {
        boolean areActions = all.stream().allMatch(StoredAction::isAction);
        if (mark == null || !areActions) {
            return "Mark the component that is performed, a record, with @Action"
                    + (areActions ? ", or ask for the question as a whole." : ".");
        }
        String method = "approval." + (isOfAnswer ? "chosen(" : "part(");
        return type.equals(mark.type())
                ? "Ask for " + method + mark.of().getSimpleName() + "::" + mark.component() + "), as it is."
                : "Ask for its elements one by one, as in " + method + "all -> all." + mark.component() + "().get(0)).";
    }

    private static boolean isAction(JsonNode tree) {
        return tree.isObject() && !tree.isEmpty();
    }

    /** The actions and where they stand, for messages. */
    @Override
    public String toString() {
        String actions = all.stream()
                .map(stored -> shown(codec.tree(stored.action.value()), stored.action.value()))
                .collect(Collectors.joining(", "));
        String where = mark == null
                ? "the question as a whole"
                : "'" + mark.component() + "' of " + whole.getClass().getSimpleName();
        return (actions.isEmpty() ? "nothing" : cut(actions)) + " as " + where
                + (all.stream().allMatch(StoredAction::isAction)
                        ? ""
                        : ", which is no action, for it has no properties");
    }

    private static String shown(JsonNode tree, Object value) {
        return cut(tree.toString()) + " (" + value.getClass().getSimpleName() + ")";
    }

    private static String cut(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
