package example;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@StepGraph(start = "fetch")
public final class Fetcher {
    public static final class Page { public String address; public String text; }

    @Step(next = "save")
    @Retry(attempts = 3, backoff = "200ms", on = IOException.class)
    void fetch(Page page) throws IOException { page.text = Files.readString(Path.of(page.address)); }

    @Step(next = END)
    @Retry(attempts = 5, backoff = "1s", factor = 3, maxBackoff = "10s", jitter = 0) // after 1s, 3s, 9s and 10s
    void save(Page page) {}
}
