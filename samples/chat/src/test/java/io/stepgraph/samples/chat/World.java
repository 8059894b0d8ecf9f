package io.stepgraph.samples.chat;

import dev.langchain4j.model.chat.StreamingChatModel;
import io.stepgraph.langchain4j.Model;
import io.stepgraph.langchain4j.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What an agent lives with.
 *
 * @param model its model
 * @param notes the file of its notes
 */
record World(StreamingChatModel model, Path notes) {

    /** An agent that is not to save a note. */
    static ChatAgent agent(StreamingChatModel model) {
        return new World(model, Path.of("target", "no notes")).agent();
    }

    ChatAgent agent() {
        return new ChatAgent(Model.of(model), Tools.of(new ChatTools(new Documents(), new Notes(notes))));
    }

    /** The notes, without the keys of their calls. */
    List<String> saved() {
        try {
            return Files.exists(notes)
                    ? Files.readAllLines(notes).stream()
                            .map(line -> line.replaceAll(" <!-- .* -->$", ""))
                            .toList()
                    : List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
