package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentMember;
import io.stepgraph.processor.model.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Gathers what may give an agent: the record components, fields and methods without parameters of a class. */
final class Members {

    private final Map<String, AgentMember> byName = new LinkedHashMap<>();

    /** Adds a field. */
    void addField(Element field, Place place) {
        byName.putIfAbsent(name(field), new AgentMember(name(field), field, field.asType(), place, null));
    }

    /** Adds a method that is no step; it stands before a field of its name, whose place is better known. */
    void addMethod(ExecutableElement method, Place place) {
        if (method.getParameters().isEmpty()) {
            AgentMember field = byName.get(name(method));
            put(method, method.getReturnType(), field == null ? place : field.place());
        }
    }

    /** Adds what the class is made of, if it is a record whose accessors the compiler has not shown. */
    void addComponents(TypeElement record) {
        for (RecordComponentElement component : record.getRecordComponents()) {
            AgentMember known = byName.get(name(component));
            if (known != null && known.element().getKind() != ElementKind.METHOD) {
                put(component, component.asType(), known.place());
            }
        }
    }

    private void put(Element element, TypeMirror type, Place place) {
        byName.put(name(element), new AgentMember(name(element), element, type, place, null));
    }

    private static String name(Element element) {
        return element.getSimpleName().toString();
    }

    @Nullable AgentMember find(String name) {
        return byName.get(name);
    }

    /** Returns those that give an agent. */
    List<AgentMember> agents() {
        List<AgentMember> agents = new ArrayList<>(byName.values());
        agents.removeIf(member -> member.given() == null || !Annotations.isAgent(member.given()));
        return agents;
    }
}
