package io.stepgraph.samples.events.tools;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * {@code edit_file}. An edit that was made before changes nothing and succeeds, so it can be repeated after a crash.
 */
public final class EditFile implements Tool {
    private static final long MAX_BYTES = 5_000_000;

    private final Workspace workspace;
    private final Object edits = new Object();

    /**
     * The tool for one folder.
     *
     * @param workspace the folder
     */
    public EditFile(Workspace workspace) {
        this.workspace = workspace;
    }

    /** The result. */
    record Edit(String path, boolean isChanged) {}

    @Override
    public ToolSpecification specification() {
        return ToolSpecification.builder()
                .name("edit_file")
                .description("Replaces a text that occurs once in a file. An empty old_text creates a new file.")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("path", "relative to the working folder")
                        .addStringProperty("old_text", "the text to replace, with enough lines around it to be unique")
                        .addStringProperty("new_text", "the text in its place")
                        .required("path", "old_text", "new_text")
                        .build())
                .build();
    }

    @Override
    public boolean isMutating() {
        return true;
    }

    @Override
    public Object execute(JsonNode arguments) throws ToolFailedException, IOException {
        Path file = workspace.resolve(Arguments.text(arguments, "path"));
        String oldText = Arguments.text(arguments, "old_text");
        String newText = Arguments.text(arguments, "new_text");
        synchronized (edits) { // calls of one turn are executed in parallel
            if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
                throw new ToolFailedException("'" + workspace.name(file) + "' is larger than " + MAX_BYTES + " bytes.");
            }
            String before = Files.exists(file) ? Files.readString(file) : "";
            String after = oldText.isEmpty() ? created(file, before, newText) : edited(file, before, oldText, newText);
            if (!after.equals(before)) {
                write(file, after);
            }
            return new Edit(workspace.name(file), !after.equals(before));
        }
    }

    private String created(Path file, String before, String text) throws ToolFailedException {
        if (Files.exists(file) && !before.equals(text)) {
            throw new ToolFailedException("'" + workspace.name(file) + "' exists. Name the old_text to replace.");
        }
        return text;
    }

    private String edited(Path file, String before, String oldText, String newText) throws ToolFailedException {
        int at = before.indexOf(oldText);
        boolean isMade = !newText.isEmpty() && before.contains(newText) && (at < 0 || newText.contains(oldText));
        if (isMade) {
            return before;
        }
        if (at < 0 || before.indexOf(oldText, at + 1) >= 0) {
            throw new ToolFailedException("The old_text occurs " + (at < 0 ? "nowhere" : "more than once") + " in '"
                    + workspace.name(file) + "'.");
        }
        return before.substring(0, at) + newText + before.substring(at + oldText.length());
    }

    /** A crash leaves the old file or the new one. */
    private static void write(Path file, String text) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder);
        Path written = folder.resolve("." + file.getFileName() + ".edit"); // with the permissions of other new files
        try {
            if (Files.exists(file)) { // keeps its permissions
                Files.copy(file, written, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            }
            Files.writeString(written, text);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
