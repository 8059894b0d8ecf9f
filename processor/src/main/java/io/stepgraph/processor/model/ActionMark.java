package io.stepgraph.processor.model;

import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * A component of a question or an answer that is marked with {@code @Action}.
 *
 * @param of the record that has the component
 * @param type the component's type where the record is used: that of an action, or a list of actions
 * @param ofQuestion false if it is of an answer
 * @param place the component if it stands in the file of the agent, else where the agent names the question or the
 *     answer
 */
public record ActionMark(TypeElement of, String component, TypeMirror type, boolean ofQuestion, Place place) {}
