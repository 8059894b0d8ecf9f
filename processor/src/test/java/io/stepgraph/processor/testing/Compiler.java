package io.stepgraph.processor.testing;

import io.stepgraph.processor.StepGraphProcessor;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;

/** A compiler that runs the processor, to be used by one thread. It keeps its class path open from source to source. */
public interface Compiler extends AutoCloseable {

    /**
     * All that the compiler says of a source, in the order in which it says it; others run behind our processor on
     * javac, and before it on ecj.
     */
    List<Finding> compile(String name, String source, Processor... others) throws IOException;

    /** All that the compiler says of a fixture. */
    default List<Finding> compile(Fixture fixture) throws IOException {
        return compile(fixture.name() + ".java", fixture.source());
    }

    /** The messages of our processor about a source. */
    default List<String> ours(String name, String source) throws IOException {
        return compile(name, source).stream()
                .filter(Finding::isOurs)
                .map(Finding::message)
                .toList();
    }

    static List<Processor> withOurs(Processor... others) {
        return Stream.concat(Stream.of(new StepGraphProcessor()), Stream.of(others))
                .toList();
    }

    @Override
    void close() throws IOException;
}
