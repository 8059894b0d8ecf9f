package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeSpec;

/** Adds one concept to the class that is generated for an agent. */
interface Part {

    void addTo(TypeSpec.Builder graph, AgentTypes types);
}
