package io.stepgraph.benchmarks.compile;

import io.stepgraph.benchmarks.Workplace;
import java.nio.file.Path;
import java.util.List;

/** A library whose processor is measured. */
public enum Library {
    STEPGRAPH("stepgraph-processor") {
        @Override
        List<Path> classPath() {
            return Workplace.libraries(List.of("stepgraph-annotations", "stepgraph-runtime", "jspecify"));
        }

        @Override
        String source(String name, int members) {
            return AgentSource.of(name, members);
        }
    },

    AUTO_VALUE("auto-value") {
        @Override
        List<Path> classPath() {
            return Workplace.libraries(List.of("auto-value-annotations"));
        }

        @Override
        String source(String name, int members) {
            return AutoValueSource.of(name, members);
        }
    };

    private final String processor;

    Library(String processor) {
        this.processor = processor;
    }

    /** The class path of the sources. */
    abstract List<Path> classPath();

    /**
     * The source of one type.
     *
     * @param name its simple name
     * @param members how many steps or properties it has
     */
    abstract String source(String name, int members);

    /** The jar of the processor. */
    Path processor() {
        return Workplace.processor(processor);
    }
}
