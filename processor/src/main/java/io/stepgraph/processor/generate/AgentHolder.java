package io.stepgraph.processor.generate;

/** The front door: takes an agent; its base class gives the ways to run it. */
final class AgentHolder implements Part {

    @Override
    public void addTo(Source graph, AgentTypes types) {
        graph.add(
                """
                private $($ agent) {
                    super(Definition.INSTANCE, agent);
                }

                /** Takes the one agent object that serves all runs. */
                $static $ of($ agent) {
                    return new $(agent);
                }

                @$
                protected Runs runs($<$, $> client) {
                    return new Runs(client);
                }

                @$
                protected Machine machine($<$, $, $, $> machine) {
                    return new Machine(machine);
                }
                """,
                types.graph(),
                types.agent(),
                types.access(),
                types.graph(),
                types.agent(),
                types.graph(),
                Api.OVERRIDE,
                Api.RUN_CLIENT,
                types.state(),
                types.steps(),
                Api.OVERRIDE,
                Api.SYNC_MACHINE,
                types.agent(),
                types.state(),
                types.signalOrVoid(),
                types.steps());
    }
}
