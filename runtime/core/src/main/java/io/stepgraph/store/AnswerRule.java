package io.stepgraph.store;

import io.stepgraph.internal.json.JsonObject;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The rule that says who may answer one question (W2). The rule is a keyword of the answer schema that is stored with
 * the question, so a program without the graph has it, too. Anybody may answer a question without a rule.
 *
 * @param roles the roles of which the answerer must have one; empty for any
 * @param only the name of who started the run, if nobody else may answer, or {@link #ANYBODY} where it is not known;
 *     null if others may, too
 * @param refused the names that may not answer, each with what that person has done
 */
public record AnswerRule(List<String> roles, @Nullable String only, Map<String, String> refused) {
    /** The name that stands for everybody, where it is not known who may not answer. No name is empty. */
    public static final String ANYBODY = "";

    private static final String KEYWORD = "answeredBy";
    private static final String ROLES = "roles";
    private static final String ONLY = "only";
    private static final String REFUSED = "refused";

    /** Copies the list and the map. */
    public AnswerRule {
        roles = List.copyOf(roles);
        refused = Map.copyOf(refused);
    }

    /**
     * The rule of a question.
     *
     * @param run the id of the run that asks, for messages
     * @return null if anybody may answer
     * @throws StepgraphException with {@link ErrorCode#CORRUPT_CHECKPOINT} if the schema is damaged
     */
    public static @Nullable AnswerRule of(Json answerSchema, String run) {
        try {
            Json rule = JsonFields.of(answerSchema).documentOrNull(KEYWORD);
            if (rule == null) {
                return null;
            }
            JsonFields fields = JsonFields.of(rule);
            return new AnswerRule(
                    fields.texts(ROLES), fields.textOrNull(ONLY), JsonTexts.map(fields.document(REFUSED)));
        } catch (IllegalArgumentException | JacksonException damaged) {
            throw new StepgraphException(
                    ErrorCode.CORRUPT_CHECKPOINT,
                    "The question of run '" + run + "' cannot be answered: its answer schema " + damaged.getMessage()
                            + ". Nothing was changed.",
                    damaged);
        }
    }

    /** A schema with this rule. */
    public Json in(Json answerSchema) {
        String schema = answerSchema.text();
        JsonObject names = new JsonObject();
        new TreeMap<>(refused).forEach(names::put);
        Json rule = new JsonObject()
                .put(ROLES, JsonTexts.array(roles))
                .put(ONLY, only)
                .put(REFUSED, names.json())
                .json();
        String rest = schema.substring(1).strip();
        return Json.of("{\"" + KEYWORD + "\":" + rule + (rest.equals("}") ? "" : ",") + rest);
    }

    /**
     * Whether somebody may answer.
     *
     * @param actor who; null if nobody said
     */
    public boolean permits(@Nullable Actor actor) {
        return actor != null
                && (only == null || only.equals(actor.name()))
                && !refused.containsKey(ANYBODY)
                && !refused.containsKey(actor.name())
                && (roles.isEmpty() || roles.stream().anyMatch(actor.roles()::contains));
    }

    /**
     * Returns who may answer, as the end of a sentence:
     * {@code by a reviewer, but not by the person who started the run}.
     */
    public String words() {
        String role = roles.stream().map(each -> article(each) + each).collect(Collectors.joining(" or "));
        String starter = "the person who started the run"
                + (ANYBODY.equals(only) ? ", whom an earlier build did not keep" : "")
                + (roles.isEmpty() ? "" : ", as " + role);
        String others = roles.isEmpty() ? "a person with a name" : role;
        return "by " + (only == null ? others : starter)
                + (refused.isEmpty() ? "" : ", but not by " + String.join(" or by ", new TreeSet<>(refused.values())));
    }

    private static String article(String role) {
        return role.isEmpty() || "aeiou".indexOf(role.charAt(0)) < 0 ? "a " : "an ";
    }

    /**
     * Refuses an answerer.
     *
     * @param actor who answers; null if nobody said
     * @throws AnswerNotPermittedException if the actor may not answer
     */
    public void check(@Nullable Actor actor, String interrupt, String run) {
        if (!permits(actor)) {
            throw new AnswerNotPermittedException("'" + interrupt + "' of run '" + run + "' may be answered " + words()
                    + "; "
                    + (actor == null ? "the answer has no name: give it with as(actor)" : actor.name() + " may not")
                    + ". Nothing was changed.");
        }
    }
}
