package io.stepgraph.samples.events.tools;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/**
 * {@code read_file}.
 *
 * @param workspace the folder
 */
public record ReadFile(Workspace workspace) implements Tool {
    private static final int MAX_BYTES = 100_000;

    /** The result. */
    record Content(String path, String text, boolean isTruncated) {}

    @Override
    public ToolSpecification specification() {
        return ToolSpecification.builder()
                .name("read_file")
                .description("Reads a text file, at most its first " + MAX_BYTES + " bytes.")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("path", "relative to the working folder")
                        .required("path")
                        .build())
                .build();
    }

    @Override
    public Object execute(JsonNode arguments) throws ToolFailedException, IOException {
        Path file = workspace.resolve(Arguments.text(arguments, "path"));
        if (!Files.isRegularFile(file)) {
            throw new ToolFailedException("There is no file '" + workspace.name(file) + "'.");
        }
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES);
            return new Content(
                    workspace.name(file), new String(bytes, StandardCharsets.UTF_8), Files.size(file) > bytes.length);
        }
    }
}
