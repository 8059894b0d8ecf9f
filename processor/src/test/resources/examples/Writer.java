package example;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import io.stepgraph.RequiresMode;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@StepGraph(start = "write")
public record Writer(Path target) {
    public static final class Essay { public String draft; }

    @Step(next = END)
    @RequiresMode(ACCEPT_EDITS)
    void write(Essay essay) throws IOException { Files.writeString(target, essay.draft); }
}
