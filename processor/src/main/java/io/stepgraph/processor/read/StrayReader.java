package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Stray;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Reads our annotations in a class that is no agent. */
public final class StrayReader {

    private StrayReader() {}

    /** In source order; of a method that claims to be a step only that claim. */
    public static List<Stray> read(TypeElement type) {
        Places places = new Places();
        List<Stray> strays = new ArrayList<>();
        for (Element member : type.getEnclosedElements()) {
            if (member instanceof TypeElement) {
                continue; // looked at by itself
            }
            List<Stray> onMember = new ArrayList<>();
            for (AnnotationMirror mirror : member.getAnnotationMirrors()) {
                String name = Annotations.nameOf(mirror);
                if (name != null) {
                    onMember.add(new Stray(name, member.getSimpleName().toString(), places.of(member, mirror), false));
                }
            }
            strays.addAll(onMember.stream()
                    .filter(Stray::claimsToBeStep)
                    .findFirst()
                    .map(List::of)
                    .orElse(onMember));
        }
        return strays;
    }
}
