package io.stepgraph.processor.model;

import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * A record component, a field or a method without parameters that may give an agent.
 *
 * @param name its name
 * @param element the component's accessor or the method, or else the field
 * @param type the type that it gives
 * @param place where it is declared
 * @param graph the agent, read from source, jar or class folder; null if the type is no agent class, or if no call names
 *     the member. The graph of an agent that calls itself has no graphs of others
 */
public record AgentMember(
        String name,
        Element element,
        TypeMirror type,
        Place place,
        @Nullable AgentModel graph) {

    /** Returns the expression that gets the agent from an object of the class, without the object and its point. */
    public String access() {
        return element.getKind().isField() ? name : name + "()";
    }

    /** Returns the class that it gives; null if it gives none, or one that does not exist (yet). */
    public @Nullable TypeElement given() {
        return type.getKind() == TypeKind.DECLARED ? (TypeElement) ((DeclaredType) type).asElement() : null;
    }

    /** This member with its agent. */
    public AgentMember with(AgentModel agent) {
        return new AgentMember(name, element, type, place, agent);
    }
}
