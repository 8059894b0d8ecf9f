package io.stepgraph.internal.effect;

import io.stepgraph.internal.codec.AnswerCodec;
import io.stepgraph.internal.codec.GraphCodecs;
import io.stepgraph.internal.codec.JsonDiff;
import io.stepgraph.internal.codec.ValueCodec;
import io.stepgraph.internal.json.Canonical;
import io.stepgraph.internal.json.UndeclaredTypes;
import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.internal.step.ApprovedAction;
import io.stepgraph.internal.step.EffectRequest;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.store.EffectRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The request and the result of one effect, as they are stored. */
public final class EffectValues<R, T> {
    private final EffectRequest<R, T> effect;
    private final String what;
    private final ValueType type;
    private final ValueCodec requests;
    private final Json request;
    private final @Nullable AnswerCodec results;

    public EffectValues(GraphCodecs<?> codecs, EffectRequest<R, T> effect) {
        this.effect = effect;
        this.what = "the request of effect '" + effect.label() + "' of step '" + effect.step() + "'";
        ApprovedAction action = effect.action();
        this.type = action == null ? UndeclaredTypes.of(effect.request(), what) : action.type();
        this.requests = codecs.of(type);
        // Written once: what is compared is what is stored, whatever another thread changes in the object meanwhile.
        this.request = action == null ? requests.write(effect.request()) : Json.of(action.json());
        // Written as answers are, so that a person can give the result as JSON, checked by its schema.
        this.results = effect.resultType() == Void.class ? null : codecs.answers(ValueType.of(effect.resultType()));
    }

    public Json request() {
        return request;
    }

    @Nullable Json resultSchema() {
        return results == null ? null : results.schema();
    }

    /**
     * The request as the port gets it.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it is an approved action, and is another one once it is
     *     written again
     */
    @SuppressWarnings("unchecked") // the codec of the request's class gives requests
    public R request(Json stored) {
        Object read = asked(stored);
        String path =
                effect.action() == null ? null : JsonDiff.pathBetween(stored, Canonical.unsorted(requests.tree(read)));
        if (path != null) {
            throw new NotStorableException(
                    ErrorCode.NOT_STORABLE,
                    path,
                    "'" + path + "' of " + what + " does not come back as it is stored. The call was not made. Let its"
                            + " constructor change nothing.",
                    null);
        }
        return (R) read;
    }

    private Object asked(Json stored) {
        try {
            return requests.read(stored);
        } catch (UnreadableValueException unreadable) {
            throw corrupt("request", unreadable);
        }
    }

    /**
     * Finds out, before a call, whether the stored request can be read by the type of this one. A class declares the
     * types of its parts; those of a collection of the JDK follow from its elements, and the first request had others.
     *
     * @throws io.stepgraph.runtime.NotStorableException if it cannot
     */
    void checkReadable(EffectRecord stored) {
        if (!type.arguments().isEmpty() && !comesBack(stored.request())) {
            throw UndeclaredTypes.notStorable(
                    "A collection in " + what
                            + ", as it was made first, cannot be read back by the types of the present one, " + type
                            + ".",
                    what);
        }
    }

    private boolean comesBack(Json request) {
        try {
            Object read = requests.read(request);
            return !UndeclaredTypes.isDeeper(read, type) && JsonDiff.pathBetween(request, requests.write(read)) == null;
        } catch (UnreadableValueException ofAnotherType) {
            return false;
        }
    }

    /** The path of the first part in which the stored request differs from this one; null if there is none. */
    @Nullable String difference(EffectRecord stored) {
        JsonNode found = Canonical.tree(stored.request());
        if (found.getNodeType() != Canonical.tree(request).getNodeType()) {
            return "";
        }
        return JsonDiff.pathBetween(requests.canonical(asked(stored.request())), requests.canonical(asked(request)));
    }

    /** A result in its stored form; null if the effect has none. */
    @Nullable Json result(@Nullable T result) {
        return results == null
                ? null
                : results.write(Objects.requireNonNull(result, () -> "the result of effect '" + effect.label() + "'"));
    }

    /** The stored result; null if the effect has none. */
    @Nullable T read(@Nullable Json result) {
        if (results == null || result == null) {
            return null;
        }
        try {
            return effect.resultType().cast(results.readStored(result));
        } catch (UnreadableValueException unreadable) {
            throw corrupt("result", unreadable);
        }
    }

    private StepgraphException corrupt(String what, UnreadableValueException unreadable) {
        return new StepgraphException(
                ErrorCode.CORRUPT_CHECKPOINT,
                "The stored " + what + " of effect '" + effect.label() + "' of step '" + effect.step()
                        + "' cannot be read back. " + unreadable.getMessage(),
                unreadable);
    }
}
