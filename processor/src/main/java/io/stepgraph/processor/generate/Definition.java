package io.stepgraph.processor.generate;

import java.util.List;

/** {@code Definition}: what the runtime's one loop calls to run this graph. */
final class Definition implements Part {

    /** What it does is left to these, in the order of the methods. */
    private static final List<Part> METHODS =
            List.of(new SpecMethod(), new EnterMethod(), new RouteMethod(), new OutcomeMethod());

    @Override
    public void addTo(Source graph, AgentTypes types) {
        graph.open(
                """

                @$
                private static final class Definition extends $<$, $, $, $, Outcome> {
                """,
                Api.GENERATED,
                Api.GRAPH_DEFINITION,
                types.agent(),
                types.state(),
                types.signalOrVoid(),
                types.steps());
        graph.add("""
                static final Definition INSTANCE = new Definition();

                private Definition() {
                    super(declared());
                }
                """);
        METHODS.forEach(method -> method.addTo(graph, types));
        graph.close("}");
    }

    /** The body of a method of a graph with errors, which never gets to run. */
    static void broken(Source method) {
        method.add("throw new $(\"the graph has errors\");", Api.ILLEGAL_STATE);
    }
}
