package io.stepgraph.samples.review;

import io.stepgraph.runtime.Names;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The text to summarise.
 *
 * @param file where it is, absolute
 */
record SourceText(Path file) {
    /** A file cannot be summarised. */
    static final class BadFile extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadFile(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static SourceText of(Path file) {
        SourceText source = new SourceText(file.toAbsolutePath().normalize());
        try {
            Names.checked(source.id(), "FILE", "The path of a text");
        } catch (IllegalArgumentException tooLong) {
            throw new BadFile(String.valueOf(tooLong.getMessage()), tooLong);
        }
        return source;
    }

    /** The id of the run of this text. */
    String id() {
        return file.toString();
    }

    String read() {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException missing) {
            throw new BadFile("There is no file " + file + ".", missing);
        } catch (CharacterCodingException binary) {
            throw new BadFile(file + " is not a text in UTF-8.", binary);
        } catch (AccessDeniedException denied) {
            throw new BadFile("You may not read " + file + ".", denied);
        } catch (IOException unreadable) {
            if (Files.isDirectory(file)) {
                throw new BadFile(file + " is a folder.", unreadable);
            }
            throw new BadFile(file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
