package io.stepgraph.processor.read;

import io.stepgraph.processor.model.ActionMark;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.PermittedTypes;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.StepModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Finds the components that are marked with {@code @Action} in the questions and answers of an interrupt, in this
 * order.
 */
final class ActionMarks {

    private final TypeRelations types;
    private final SourceFiles files;
    private final StepModel interrupt;
    private final List<ActionMark> marks = new ArrayList<>();
    private final Set<Element> seen = new HashSet<>();

    ActionMarks(TypeRelations types, SourceFiles files, StepModel interrupt) {
        this.types = types;
        this.files = files;
        this.interrupt = interrupt;
    }

    List<ActionMark> with(List<AnswerVariant> answers) {
        add(interrupt.returned().type(), true, interrupt.returned().place());
        answers.forEach(answer -> add(answer.type(), false, answer.declared()));
        return List.copyOf(marks);
    }

    /** Adds the marks of a record, or of the records below a sealed type. */
    private void add(TypeMirror used, boolean ofQuestion, Place use) {
        if (used.getKind() != TypeKind.DECLARED
                || !(used instanceof DeclaredType type)
                || !seen.add(type.asElement())) {
            return;
        }
        TypeElement element = (TypeElement) type.asElement();
        boolean isBeside = files.areTogether(element, interrupt.method());
        for (RecordComponentElement component : element.getRecordComponents()) {
            if (Annotations.has(component, Annotations.ACTION)) {
                VariableElement field = field(element, component);
                Place place = isBeside ? new Place(field, null, null, Place.Part.WHOLE, use.order()) : use;
                marks.add(new ActionMark(
                        element, field.getSimpleName().toString(), types.ofMember(type, field), ofQuestion, place));
            }
        }
        for (TypeMirror permitted : PermittedTypes.of(element)) {
            add(((DeclaredType) permitted).asElement().asType(), ofQuestion, use);
        }
    }

    /** Compilers know the place of the field, and its type where the record is used, but not those of the component. */
    private static VariableElement field(TypeElement holder, RecordComponentElement component) {
        return ElementFilter.fieldsIn(holder.getEnclosedElements()).stream()
                .filter(field -> field.getSimpleName().equals(component.getSimpleName()))
                .findFirst()
                .orElseThrow();
    }
}
