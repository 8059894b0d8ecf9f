package io.stepgraph.runtime;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The final failure of a step: the input of its {@code onFailure} step, or the failure of the run. It is stored, so it holds
 * texts, not objects.
 *
 * @param step the step that failed
 * @param visit the visit it failed in
 * @param attempt the attempt that failed last, counted from 1
 * @param code the stable code
 * @param type the class of the exception; empty if there was none
 * @param message the message
 */
@JsonInclude // always, whatever a user customises
public record StepFailure(String step, long visit, int attempt, ErrorCode code, String type, String message) {}
