package io.stepgraph.cli;

import io.stepgraph.cli.draw.Format;
import io.stepgraph.cli.draw.Picture;
import io.stepgraph.cli.io.Documents;
import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;

/** Draws a graph. */
@Command(
        name = "graph",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Draws the graph of an agent from the file that the processor wrote beside its classes.",
        footer = {
            "",
            "Example: stepgraph graph target/classes/META-INF/stepgraph/example.ReviewAgent.json --format svg > graph.svg"
        })
final class GraphCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file .json of the graph.")
    private Path file;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "mermaid",
            description = "The language of the picture: dot, mermaid, svg. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Output output = Output.of(command);
        output.text(format.of(read()));
        output.flush();
        return ExitCodes.DONE;
    }

    private Picture read() {
        try {
            return Picture.of(Documents.read(Files.readString(file)));
        } catch (JacksonException | IllegalArgumentException damaged) {
            throw new Refusal("The file '" + file + "' is no graph that the processor wrote. ("
                    + (damaged instanceof JacksonException syntax ? syntax.getOriginalMessage() : damaged.getMessage())
                    + ")");
        } catch (IOException unreadable) {
            throw new Refusal(
                    Files.exists(file)
                            ? "The file '" + file + "' cannot be read. (" + unreadable.getMessage() + ")"
                            : "There is no file '" + file + "'.");
        }
    }
}
