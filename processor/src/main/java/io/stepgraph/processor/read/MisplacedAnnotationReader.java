package io.stepgraph.processor.read;

import io.stepgraph.processor.model.MisplacedAnnotation;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;

/** Reads our annotations in a class that is not an agent. */
public final class MisplacedAnnotationReader {

    private MisplacedAnnotationReader() {}

    /** Reads misplaced annotations in source order; of a method that claims to be a step only that claim. */
    public static List<MisplacedAnnotation> read(TypeElement type) {
        Places places = new Places();
        List<MisplacedAnnotation> strays = new ArrayList<>();
        for (Element member : type.getEnclosedElements()) {
            if (member instanceof TypeElement || member.getKind() == ElementKind.RECORD_COMPONENT) {
                continue; // looked at by itself, or where the record is asked
            }
            List<MisplacedAnnotation> onMember = new ArrayList<>();
            for (AnnotationMirror mirror : member.getAnnotationMirrors()) {
                String name = Annotations.nameOf(mirror);
                if (name != null) {
                    onMember.add(new MisplacedAnnotation(
                            name, member.getSimpleName().toString(), places.of(member, mirror), false));
                }
            }
            strays.addAll(onMember.stream()
                    .filter(MisplacedAnnotation::claimsToBeStep)
                    .findFirst()
                    .map(List::of)
                    .orElse(onMember));
        }
        return strays;
    }
}
