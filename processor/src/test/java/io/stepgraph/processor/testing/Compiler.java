package io.stepgraph.processor.testing;

import java.io.IOException;
import java.util.List;

/** A compiler that runs the processor, to be used by one thread. It keeps its class path open from source to source. */
public interface Compiler extends AutoCloseable {

    /** All that the compiler says of a source, in the order in which it says it. */
    List<Finding> compile(String name, String source) throws IOException;

    /** All that the compiler says of a fixture. */
    default List<Finding> compile(Fixture fixture) throws IOException {
        return compile(fixture.name() + ".java", fixture.source());
    }

    @Override
    void close() throws IOException;
}
