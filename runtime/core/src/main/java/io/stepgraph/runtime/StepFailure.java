package io.stepgraph.runtime;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Why a step failed for good: the input of its {@code onFailure} step, or what a failed run is left with. It is stored, so
 * it holds texts, not objects.
 *
 * @param step the step that failed
 * @param visit the visit it failed in
 * @param attempt the attempt that failed last, counted from 1
 * @param code the stable code
 * @param type the class of what was thrown; empty if nothing was
 * @param message what happened
 */
@JsonInclude // always, whatever a user customises
public record StepFailure(String step, long visit, int attempt, ErrorCode code, String type, String message) {}
