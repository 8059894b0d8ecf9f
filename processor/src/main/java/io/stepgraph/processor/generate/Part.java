package io.stepgraph.processor.generate;

/** Adds one concept to the class that is generated for an agent. */
interface Part {

    void addTo(Source graph, AgentTypes types);
}
