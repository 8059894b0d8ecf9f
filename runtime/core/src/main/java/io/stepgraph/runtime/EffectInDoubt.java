package io.stepgraph.runtime;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * An {@link Effect} that nobody knows to be performed or not, for a person to resolve (E4). Find out from the remote
 * system by the {@linkplain #key key} or the {@linkplain #request request}, then call {@link #done} or
 * {@link #notPerformed}. The store keeps the name of the actor that asked for the effects in doubt. After that, the
 * next call that executes the run continues it. Jackson 2 and 3 write it as an object with its values. Safe for use by
 * many threads.
 */
public interface EffectInDoubt {

    /**
     * The run that performs the effect.
     *
     * @return the id of the run
     */
    @JsonProperty
    String runId();

    /**
     * The step that performs the effect.
     *
     * @return the name of the step
     */
    @JsonProperty
    String step();

    /**
     * The visit of the step.
     *
     * @return counted through the run from 1
     */
    @JsonProperty
    long visit();

    /**
     * The name of the effect.
     *
     * @return as given to {@link StepContext#once}
     */
    @JsonProperty
    String name();

    /**
     * The part of the step's work that the effect belongs to.
     *
     * @return as given to {@link Effect#item} or {@link Effect#key}; if neither was given, empty, or {@code answer …}
     *     for an approved action
     */
    @JsonProperty
    String item();

    /**
     * Whether {@link #item} is a business key. Then a decision counts for all runs that have the effect in doubt.
     *
     * @return whether the effect was given a {@linkplain Effect#key business key}
     */
    @JsonProperty
    boolean isKeyed();

    /**
     * The key that the remote system got.
     *
     * @return the idempotency key
     */
    @JsonProperty
    String key();

    /**
     * The request that the remote system got.
     *
     * @return the request as JSON
     */
    @JsonProperty
    @JsonRawValue
    String request();

    /**
     * Records that the effect was performed. The step gets the result as if the call had returned it.
     *
     * @param result the result as JSON; {@code null} as text for an effect without a result
     * @throws InvalidAnswerException if the text is not the JSON of a result; the message names the field
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if the effect is not in doubt any more
     * @throws RunNotFoundException if the run was deleted
     */
    void done(String result);

    /**
     * Records that the effect was not performed. The step calls it again under the same key.
     *
     * @throws StepgraphException with {@link ErrorCode#ILLEGAL_RUN_STATUS} if the effect is not in doubt any more
     * @throws RunNotFoundException if the run was deleted
     */
    void notPerformed();
}
