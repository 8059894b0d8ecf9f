package io.stepgraph.samples.events.tools;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * {@code list_files}.
 *
 * @param workspace the folder
 */
public record ListFiles(Workspace workspace) implements Tool {
    private static final int MAX_FILES = 500;

    /** The result. */
    record Listing(List<String> files, boolean isTruncated) {}

    @Override
    public ToolSpecification specification() {
        return ToolSpecification.builder()
                .name("list_files")
                .description("Lists the files in a folder and its subfolders, at most " + MAX_FILES + ".")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("path", "a folder, relative to the working folder; all files without it")
                        .build())
                .build();
    }

    @Override
    public Object execute(JsonNode arguments) throws ToolFailedException, IOException {
        String name = Arguments.text(arguments, "path", "");
        Path folder = name.isEmpty() || name.equals(".") ? workspace.root() : workspace.resolve(name);
        if (!Files.isDirectory(folder)) {
            throw new ToolFailedException("There is no folder '" + name + "'.");
        }
        List<String> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                return workspace.isHidden(each) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
                files.add(workspace.name(each));
                return files.size() > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path each, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        });
        boolean isTruncated = files.size() > MAX_FILES;
        Collections.sort(files);
        return new Listing(isTruncated ? files.subList(0, MAX_FILES) : files, isTruncated);
    }
}
