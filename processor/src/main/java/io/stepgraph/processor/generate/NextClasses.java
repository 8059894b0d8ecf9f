package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * A class for each step that chooses where to go, with a factory for each of its transitions and for nothing else: that is
 * what keeps an undeclared transition from compiling.
 */
final class NextClasses implements Part {

    @Override
    public void addTo(Source graph, AgentTypes types) {
        for (StepModel step : choosing(types)) {
            addNext(step, graph, types);
        }
    }

    /** In a graph with errors also those whose class is named, or would be if the step returned what it should. */
    private static List<StepModel> choosing(AgentTypes types) {
        List<StepModel> steps = types.model().steps();
        Set<String> named = types.complete()
                ? Set.of()
                : steps.stream().map(step -> simpleName(step.returned().type())).collect(Collectors.toSet());
        return steps.stream()
                .filter(step -> step.returned().kind() == Returned.Kind.NEXT_CLASS
                        || named.contains(GeneratedNames.next(step.name()))
                        || (!types.complete() && step.next().size() > 1 && !step.isInterrupt()))
                .toList();
    }

    private static String simpleName(TypeMirror type) {
        return type instanceof DeclaredType declared
                ? declared.asElement().getSimpleName().toString()
                : "";
    }

    private static void addNext(StepModel step, Source graph, AgentTypes types) {
        String name = types.next(step);
        graph.open("""

                /** Where {@code $} can go. */
                @$
                $static final class $ extends $<$, $> {
                """, step.name(), Api.GENERATED, types.access(), name, Api.CHOICE, types.steps(), types.state());
        graph.add("""
                private $($<$, $> transition) {
                    super(transition);
                }
                """, name, Api.TRANSITION, types.steps(), types.state());
        new Factories(graph, name, types).addFor(step);
        graph.add("""

                /** The same choice, with a new state. */
                $$ with($ state) {
                    return new $(with(this, state));
                }
                """, types.access(), name, types.state(), name);
        graph.close("}");
    }
}
