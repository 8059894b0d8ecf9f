package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.AgentModel;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import javax.annotation.processing.Filer;

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

    private final Filer filer;

    public Generator(Filer filer) {
        this.filer = filer;
    }

    /** The enum, which needs no type of the user. */
    public void generateSteps(AgentModel model) throws IOException {
        write(model, model.names().steps(), StepsEnum.of(model));
    }

    /** Also for an agent with errors, so that its code which names the generated types does not add to them. */
    public void generateGraph(AgentModel model) throws IOException {
        AgentTypes types = AgentTypes.of(model);
        write(model, types.graph(), graph(types));
        if (types.complete()) {
            Resources.write(filer, model, "json", Json.pretty(GraphData.of(model, types.fingerprint())));
        }
    }

    /** What is suppressed is what the user's own types may drag in; {@code all} is for compilers with other names. */
    private static Source graph(AgentTypes types) {
        Source graph = new Source(types.names())
                .open(
                        """
                        /** Runs {@code $}. Enter at {@link #of}. */
                        @$({"all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked"})
                        @$
                        $final class $ extends $<$, $, $, $, $.Runs, $.Machine> {
                        """,
                        types.agentName(),
                        Api.SUPPRESS_WARNINGS,
                        Api.GENERATED,
                        types.access(),
                        types.graph(),
                        Api.AGENT_GRAPH,
                        types.agent(),
                        types.state(),
                        types.signalOrVoid(),
                        types.steps(),
                        types.graph(),
                        types.graph());
        PARTS.forEach(part -> part.addTo(graph, types));
        return graph.close("}");
    }

    private void write(AgentModel model, String name, Source source) throws IOException {
        try (Writer file = filer.createSourceFile(model.names().qualified(name), model.type())
                .openWriter()) {
            file.write(source.file());
        }
    }
}
