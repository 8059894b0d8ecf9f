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
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** Finds the components that are marked with {@code @Action} in the questions and answers of an interrupt, in this order. */
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

    /** Those of a record, or of the records below a sealed type. */
    private void add(TypeMirror used, boolean ofQuestion, Place use) {
        if (used.getKind() != TypeKind.DECLARED
                || !(used instanceof DeclaredType type)
                || !seen.add(type.asElement())) {
            return;
        }
        TypeElement element = (TypeElement) type.asElement();
        for (RecordComponentElement component : element.getRecordComponents()) {
            for (AnnotationMirror annotation : component.getAnnotationMirrors()) {
                if (Annotations.ACTION.equals(Annotations.nameOf(annotation))) {
                    Place place = files.areTogether(element, interrupt.method())
                            ? new Place(component, annotation, null, Place.Part.WHOLE, use.order())
                            : use;
                    marks.add(new ActionMark(
                            element, component.getSimpleName().toString(), type(type, component), ofQuestion, place));
                }
            }
        }
        for (TypeMirror permitted : PermittedTypes.of(element)) {
            add(((DeclaredType) permitted).asElement().asType(), ofQuestion, use);
        }
    }

    /** That of the field, which every compiler knows, also in a class file. */
    private TypeMirror type(DeclaredType holder, RecordComponentElement component) {
        return ElementFilter.fieldsIn(holder.asElement().getEnclosedElements()).stream()
                .filter(field -> field.getKind() == ElementKind.FIELD
                        && field.getSimpleName().equals(component.getSimpleName()))
                .findFirst()
                .map(field -> types.ofMember(holder, field))
                .orElseGet(component::asType);
    }
}
