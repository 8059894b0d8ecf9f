package io.stepgraph.cli;

import io.stepgraph.cli.io.ClosedPipeException;
import io.stepgraph.cli.io.ExitCodes;
import io.stepgraph.cli.io.Texts;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error as one line, and gives the exit code that belongs to it. */
final class Errors {
    private final BooleanSupplier isDebugging;

    Errors(BooleanSupplier isDebugging) {
        this.isDebugging = isDebugging;
    }

    int wrongUsage(ParameterException wrong, String[] unused) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        String name = command.getCommandSpec().qualifiedName();
        print(err, wrong, inOperatorsWords(String.valueOf(wrong.getMessage())));
        if (!UnmatchedArgumentException.printSuggestions(wrong, err)) {
            err.println("Help: " + name + " --help");
        }
        err.flush();
        return ExitCodes.USAGE;
    }

    private static String inOperatorsWords(String message) {
        return message.replaceFirst("^Error: ", "")
                .replaceFirst("positional parameter at index \\S+ \\((\\w+)\\)", "$1")
                .replaceFirst("argument at index \\d+", "argument")
                .replaceFirst("is not a boolean$", "is neither true nor false");
    }

    int failed(Exception error, CommandLine command, ParseResult unused) {
        if (error instanceof ParameterException wrong) {
            return wrongUsage(wrong, new String[0]);
        }
        int exitCode = ExitCodes.of(error);
        if (!(error instanceof ClosedPipeException)) {
            String message = error.getMessage();
            print(
                    command.getErr(),
                    error,
                    message == null || exitCode == ExitCodes.UNEXPECTED ? "An unexpected error: " + error : message);
        }
        return exitCode;
    }

    private void print(PrintWriter err, Exception error, String message) {
        err.println("stepgraph: " + Texts.printable(message.strip()));
        if (isDebugging.getAsBoolean()) {
            error.printStackTrace(err);
        }
        err.flush();
    }
}
