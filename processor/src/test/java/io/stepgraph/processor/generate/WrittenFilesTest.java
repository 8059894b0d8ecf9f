package io.stepgraph.processor.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.processor.StepGraphProcessor;
import io.stepgraph.processor.testing.Build;
import io.stepgraph.processor.testing.FilerSpy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When files are written, and whom a build tool may hold responsible for each. */
final class WrittenFilesTest {

    @TempDir
    Path folder;

    @Test
    void eachIsWrittenInTheFirstRoundForOneClass() throws IOException {
        FilerSpy spy = new FilerSpy(new StepGraphProcessor());
        List<Path> sources = new ArrayList<>(Build.agent("review"));
        sources.addAll(Build.agent("deep"));

        assertThat(Build.with(spy, folder, sources).said()).isEmpty();
        assertThat(spy.written())
                .containsExactlyInAnyOrder(
                        "round 1: example.ReviewAgentStep of [example.ReviewAgent]",
                        "round 1: example.ReviewAgentGraph of [example.ReviewAgent]",
                        "round 1: META-INF/stepgraph/example.ReviewAgent.json of [example.ReviewAgent]",
                        "round 1: META-INF/stepgraph/example.ReviewAgent.dot of [example.ReviewAgent]",
                        "round 1: META-INF/stepgraph/example.ReviewAgent.mmd of [example.ReviewAgent]",
                        "round 1: deep.er.Outer_Middle_Inner_AgentStep of [deep.er.Outer.Middle.Inner.Agent]",
                        "round 1: deep.er.Outer_Middle_Inner_AgentGraph of [deep.er.Outer.Middle.Inner.Agent]",
                        "round 1: META-INF/stepgraph/deep.er.Outer.Middle.Inner.Agent.json"
                                + " of [deep.er.Outer.Middle.Inner.Agent]",
                        "round 1: META-INF/stepgraph/deep.er.Outer.Middle.Inner.Agent.dot"
                                + " of [deep.er.Outer.Middle.Inner.Agent]",
                        "round 1: META-INF/stepgraph/deep.er.Outer.Middle.Inner.Agent.mmd"
                                + " of [deep.er.Outer.Middle.Inner.Agent]");
    }

    @Test
    void gradleIsToldThatTheProcessorIsIsolating() throws IOException {
        try (InputStream descriptor = Objects.requireNonNull(
                getClass().getResourceAsStream("/META-INF/gradle/incremental.annotation.processors"))) {
            assertThat(new String(descriptor.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualToIgnoringNewLines("io.stepgraph.processor.StepGraphProcessor,isolating");
        }
    }

    @Test
    void allOurAnnotationsAreSupported() {
        assertThat(new StepGraphProcessor().getSupportedAnnotationTypes())
                .containsExactlyInAnyOrder(
                        "io.stepgraph.Generated",
                        "io.stepgraph.Action",
                        "io.stepgraph.AnsweredBy",
                        "io.stepgraph.Call",
                        "io.stepgraph.GatedBy",
                        "io.stepgraph.Interrupt",
                        "io.stepgraph.MaxVisits",
                        "io.stepgraph.RequiresMode",
                        "io.stepgraph.Retry",
                        "io.stepgraph.Step",
                        "io.stepgraph.StepGraph",
                        "io.stepgraph.Wait");
    }
}
