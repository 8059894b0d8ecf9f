package io.stepgraph.cli;

import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.OpenStore;
import io.stepgraph.cli.io.Output;
import io.stepgraph.cli.io.Refusal;
import io.stepgraph.cli.io.StoreOptions;
import io.stepgraph.runtime.Names;
import io.stepgraph.runtime.StepgraphException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.databind.node.ObjectNode;

/** A command on the runs of a store: opens the store, runs, and closes it. */
abstract class StoreCommand implements Callable<Integer> {
    @Mixin
    private StoreOptions place;

    @Option(names = "--json", description = "Print JSON, for programs: one document in a line.")
    private boolean asJson;

    @Spec
    private CommandSpec command;

    @Override
    public final Integer call() {
        Output output = Output.of(command);
        check();
        try (OpenStore store = place.open()) {
            run(store, output);
            output.flush();
        }
        return ExitCodes.DONE;
    }

    /** Checks what was typed before the store is opened. */
    void check() {}

    abstract void run(OpenStore store, Output output);

    final boolean isJson() {
        return asJson;
    }

    /** Prints what was done: a document for programs, or a sentence for a person. */
    final void print(Output output, ObjectNode document, String sentence) {
        if (asJson) {
            output.json(document);
        } else {
            output.message(sentence);
        }
    }

    /** The error of a wrong command line. */
    final ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Checks the id of a run. */
    final void checkId(String runId) {
        checked(() -> Names.checked(runId, "RUN", "RUN, the id of a run,"));
    }

    /** Calls code that checks typed values, and reports what it rejects as a wrong command line. */
    final void checked(Runnable code) {
        try {
            code.run();
        } catch (IllegalArgumentException unfit) {
            throw wrong(String.valueOf(unfit.getMessage()));
        }
    }

    /** Does something to each of several things. Those for which it is refused are named, and the others are done. */
    static <T> void each(List<T> things, Output output, Consumer<T> code) {
        int refused = 0;
        for (T thing : things) {
            try {
                code.accept(thing);
            } catch (Refusal | StepgraphException error) {
                if (things.size() == 1 || ExitCodes.of(error) != ExitCodes.REFUSED) {
                    throw error;
                }
                refused++;
                output.note("stepgraph: " + error.getMessage());
            }
        }
        if (refused > 0) {
            throw new Refusal(
                    refused == things.size()
                            ? "All were refused."
                            : refused + " of " + things.size() + " were refused; the others are done.");
        }
    }

    /** Reads a number of things; 0 stands for all. */
    static final class Limit implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            if (!text.matches("\\d{1,9}")) {
                throw new TypeConversionException("'" + text + "' is not a number from 0 to 999999999");
            }
            return Integer.valueOf(text);
        }
    }
}
