package io.stepgraph.processor.generate;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.processor.model.AgentModel;
import java.io.IOException;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Modifier;

/**
 * Writes the files of an agent: the enum of its steps, one class that holds all other code, since a file costs a build more
 * than what is in it, and the graph as data.
 */
public final class Generator {

    private static final List<Part> PARTS = List.of(
            new AgentHolder(),
            new NextClasses(),
            new OutcomeTypes(),
            new RunsClient(),
            new MachineClient(),
            new Definition());

    /** What the user's own types may drag in; {@code all} is for compilers that do not know the other names. */
    private static final List<String> SUPPRESSED =
            List.of("all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked");

    private final Filer filer;

    public Generator(Filer filer) {
        this.filer = filer;
    }

    /** The enum, which needs no type of the user. */
    public void generateSteps(AgentModel model) throws IOException {
        AgentTypes types = AgentTypes.of(model);
        write(types, StepsEnum.of(types));
    }

    /** Also for an agent with errors, so that its code which names the generated types does not add to them. */
    public void generateGraph(AgentModel model) throws IOException {
        AgentTypes types = AgentTypes.of(model);
        write(types, graph(types));
        if (types.complete()) {
            Resources.write(filer, model, "json", Json.pretty(GraphData.of(model)));
        }
    }

    private static TypeSpec.Builder graph(AgentTypes types) {
        TypeSpec.Builder graph = TypeSpec.classBuilder(types.graph())
                .addModifiers(types.access(Modifier.FINAL))
                .addAnnotation(suppressed());
        PARTS.forEach(part -> part.addTo(graph, types));
        return graph;
    }

    private static AnnotationSpec suppressed() {
        AnnotationSpec.Builder annotation = AnnotationSpec.builder(SuppressWarnings.class);
        SUPPRESSED.forEach(name -> annotation.addMember("value", "$S", name));
        return annotation.build();
    }

    private void write(AgentTypes types, TypeSpec.Builder type) throws IOException {
        TypeSpec marked = type.addAnnotation(Api.GENERATED)
                .addOriginatingElement(types.model().type())
                .build();
        JavaFile.builder(types.graph().packageName(), marked)
                .indent("    ")
                .build()
                .writeTo(filer);
    }
}
