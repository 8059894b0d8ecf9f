package io.stepgraph.samples.chat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Notes in a file, one a line. A line ends with the key of the call that wrote it, so that a call which is made again
 * after a crash finds its line.
 *
 * @param file the file
 */
public record Notes(Path file) {

    String save(String text, String key) throws IOException {
        String mark = " <!-- " + key + " -->";
        if (read().lines().noneMatch(line -> line.endsWith(mark))) {
            String line = "- " + text.replaceAll("\\s+", " ") + mark + "\n";
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return "Saved in " + file.getFileName() + ".";
    }

    String read() throws IOException {
        return Files.exists(file) ? Files.readString(file) : "There are no notes yet.";
    }
}
