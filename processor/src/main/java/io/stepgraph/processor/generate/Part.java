package io.stepgraph.processor.generate;

import com.palantir.javapoet.TypeSpec;

/** Writes one concept into a generated class. */
interface Part {

    void addTo(TypeSpec.Builder type, AgentTypes types);
}
