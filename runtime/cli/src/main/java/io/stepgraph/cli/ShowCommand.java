package io.stepgraph.cli;

import io.stepgraph.cli.draw.Format;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.cli.run.RunDocuments;
import io.stepgraph.cli.run.RunSheet;
import io.stepgraph.cli.run.RunView;
import io.stepgraph.draw.Picture;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows runs. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows a run: its status, its question or outcome, its effects, and its path through the graph.",
        footer = {
            "",
            "Example: stepgraph show essay-1 --store runs.db --events",
            "         stepgraph show essay-1 --store runs.db --format svg > essay-1.svg"
        })
final class ShowCommand extends StoreCommand {
    @Parameters(arity = "1..*", paramLabel = "RUN", description = "The id of the run; can be repeated.")
    private List<String> runIds;

    @Option(names = "--events", description = "Also show the events.")
    private boolean withEvents;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Print the graph with the path of the run instead: dot, mermaid, svg.")
    private @Nullable Format format;

    @Override
    void check() {
        runIds.forEach(this::checkId);
        if (format != null && runIds.size() > 1) {
            throw wrong("--format prints a picture of one run.");
        }
        if (format != null && (isJson() || withEvents)) {
            throw wrong("--format prints a picture; leave out --json and --events.");
        }
    }

    @Override
    void run(OpenStore store, Output output) {
        for (int i = 0; i < runIds.size(); i++) {
            if (i > 0 && !isJson()) {
                output.line("");
            }
            show(RunView.read(store, runIds.get(i), withEvents), output);
        }
    }

    private void show(RunView view, Output output) {
        if (format != null) {
            Picture picture = view.picture();
            if (picture == null) {
                throw new Refusal("The store has no graph '" + view.run().graph() + "' with the fingerprint '"
                        + view.run().fingerprint() + "'. A runner saves it when it executes a run of a program that"
                        + " the processor has compiled.");
            }
            output.text(format.of(picture));
        } else if (isJson()) {
            output.json(RunDocuments.of(view, withEvents));
        } else {
            new RunSheet(output, view).print(withEvents);
        }
    }
}
