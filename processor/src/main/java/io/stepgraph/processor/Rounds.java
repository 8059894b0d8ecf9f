package io.stepgraph.processor;

import io.stepgraph.processor.model.Enclosing;
import io.stepgraph.processor.model.TakenName;
import io.stepgraph.processor.read.Annotations;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** The rounds of a compilation so far: what each has brought, and whether it is worth waiting for another. */
final class Rounds {

    /** Other processors may wait for a type of ours, or for one another. */
    private static final int PATIENCE = 3;

    /**
     * The project's own types that have no class around them: whether an earlier build generated them, by qualified
     * name.
     */
    private final Map<String, Boolean> sources = new HashMap<>();

    private final Set<String> generated = new HashSet<>();
    private int count;
    private int withoutTypes;

    void begin(RoundEnvironment round) {
        count++;
        withoutTypes++;
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            String name = type.getQualifiedName().toString();
            if (!generated.contains(name)) {
                withoutTypes = 0;
                sources.put(name, Annotations.isGenerated(type));
            }
        }
    }

    int count() {
        return count;
    }

    /** Whether another processor has just written a type, or may do so. */
    boolean mayBringTypes() {
        return withoutTypes < PATIENCE;
    }

    /** Notes the qualified name of a type that is generated now. */
    void generated(String name) {
        generated.add(name);
    }

    /** Only the project's own names count: a lookup by name may also find stale output of another compilation. */
    @Nullable TakenName taken(String name) {
        if (generated.contains(name)) {
            return new TakenName(name, false);
        }
        Boolean ofAnEarlierBuild = sources.get(name);
        return ofAnEarlierBuild == null ? null : new TakenName(name, ofAnEarlierBuild);
    }

    /** Whether a type is compiled now. */
    boolean isSource(TypeElement type) {
        return sources.containsKey(Enclosing.outermost(type).getQualifiedName().toString());
    }
}
