package io.stepgraph.cli.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/**
 * A JSON document on the command line: itself, {@code -} for the standard input, or {@code @file} for a file, in UTF-8.
 */
public final class JsonArgument {
    private JsonArgument() {}

    /**
     * Reads a document.
     *
     * @param name the name of the argument, for errors
     * @param argument what was typed
     * @param input the standard input
     * @return the text
     * @throws IllegalArgumentException if it cannot be read, or is not JSON
     */
    public static String read(String name, String argument, InputStream input) {
        String text = text(name, argument, input);
        try {
            if (!Documents.read(text).isMissingNode()) {
                return text;
            }
        } catch (JacksonException damaged) {
            throw new IllegalArgumentException(name + " is not JSON: " + Documents.fault(damaged) + ".", damaged);
        }
        throw new IllegalArgumentException(name + " is not JSON: it is empty.");
    }

    private static String text(String name, String argument, InputStream input) {
        try {
            if (argument.equals("-")) {
                return new String(input.readAllBytes(), StandardCharsets.UTF_8);
            }
            return argument.startsWith("@") ? Files.readString(Path.of(argument.substring(1))) : argument;
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException(name + ": there is no file '" + argument.substring(1) + "'.", missing);
        } catch (IOException | InvalidPathException unreadable) {
            throw new IllegalArgumentException(
                    name + ": '" + argument + "' cannot be read. (" + unreadable.getMessage() + ")", unreadable);
        }
    }
}
