package io.stepgraph.samples.events.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.samples.events.ToolCall;
import io.stepgraph.samples.events.ToolOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The tools on real files. */
final class ToolsTest {
    @TempDir
    private Path parent;

    private Path folder;
    private Toolbox tools;

    @BeforeEach
    void aFolder() throws IOException {
        folder = Files.createDirectory(parent.resolve("work"));
        Files.createDirectories(folder.resolve("src"));
        Files.createDirectories(folder.resolve(".git"));
        Files.writeString(folder.resolve("src/a.txt"), "one two two");
        Files.writeString(parent.resolve("secret.txt"), "secret");
        tools = Toolbox.of(Workspace.of(folder), PermissionMode.ACCEPT_EDITS);
    }

    private ToolOutcome call(String tool, Map<String, String> arguments) throws InterruptedException {
        return tools.execute(new ToolCall("1", tool, JsonMapper.shared().writeValueAsString(arguments)));
    }

    private String failure(String tool, Map<String, String> arguments) throws InterruptedException {
        ToolOutcome outcome = call(tool, arguments);
        assertThat(outcome).isInstanceOf(ToolOutcome.Failure.class);
        return outcome.text();
    }

    private ToolOutcome edit(String path, String oldText, String newText) throws InterruptedException {
        return call("edit_file", Map.of("path", path, "old_text", oldText, "new_text", newText));
    }

    private String content() throws IOException {
        return Files.readString(folder.resolve("src/a.txt"));
    }

    @Test
    void aFileIsRead() throws Exception {
        assertThat(call("read_file", Map.of("path", "src/a.txt")))
                .isEqualTo(new ToolOutcome.Success(
                        "{\"path\":\"src/a.txt\",\"text\":\"one two two\",\"isTruncated\":false}"));
    }

    @Test
    void aLongFileIsCut() throws Exception {
        Files.writeString(folder.resolve("long.txt"), "x".repeat(200_000));

        assertThat(call("read_file", Map.of("path", "long.txt")).text())
                .hasSizeLessThan(101_000)
                .contains("\"isTruncated\":true");
    }

    @Test
    void filesAreListedWithoutThoseOfGit() throws Exception {
        Files.writeString(folder.resolve(".git/config"), "");

        assertThat(call("list_files", Map.of()).text()).isEqualTo("{\"files\":[\"src/a.txt\"],\"isTruncated\":false}");
        assertThat(call("list_files", Map.of("path", "src")).text()).contains("src/a.txt");
        assertThat(failure("list_files", Map.of("path", "nowhere"))).contains("no folder 'nowhere'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.txt",
                "/etc/passwd",
                "src/../../secret.txt",
                "link.txt",
                "linked/secret.txt",
                ".git/config"
            })
    void noPathLeadsOutOfTheFolder(String path) throws Exception {
        Files.createSymbolicLink(folder.resolve("link.txt"), parent.resolve("secret.txt"));
        Files.createSymbolicLink(folder.resolve("linked"), parent);

        assertThat(failure("read_file", Map.of("path", path)))
                .containsAnyOf("outside the working folder", "belongs to git");
        edit(path, "secret", "public");
        assertThat(parent.resolve("secret.txt")).hasContent("secret");
        edit(path.replace("secret", "new"), "", "text");
        assertThat(parent.resolve("new.txt")).doesNotExist();
    }

    @Test
    void aTextThatOccursOnceIsReplaced() throws Exception {
        assertThat(edit("src/a.txt", "one", "three").text()).contains("\"isChanged\":true");
        assertThat(content()).isEqualTo("three two two");
    }

    @Test
    void anInsertionThatWasMadeBeforeIsNotMadeAgain() throws Exception {
        edit("src/a.txt", "one", "one and a half");

        assertThat(edit("src/a.txt", "one", "one and a half").text()).contains("\"isChanged\":false");
        assertThat(content()).isEqualTo("one and a half two two");
    }

    @Test
    void aNewFileHasThePermissionsOfOthers() throws Exception {
        edit("new.txt", "", "fresh");

        assertThat(Files.getPosixFilePermissions(folder.resolve("new.txt")))
                .isEqualTo(Files.getPosixFilePermissions(folder.resolve("src/a.txt")));
    }

    @Test
    void aFileThatIsTooLargeIsNotEdited() throws Exception {
        Files.writeString(folder.resolve("large.txt"), "x".repeat(5_000_001));

        assertThat(edit("large.txt", "y", "z").text()).contains("is larger than");
    }

    @Test
    void anEditThatWasMadeBeforeSucceedsAndChangesNothing() throws Exception {
        edit("src/a.txt", "one", "three");

        assertThat(edit("src/a.txt", "one", "three").text()).contains("\"isChanged\":false");
        assertThat(content()).isEqualTo("three two two");
    }

    @Test
    void aTextThatIsNotUniqueIsRefused() throws Exception {
        assertThat(edit("src/a.txt", "two", "three").text()).contains("more than once");
        assertThat(edit("src/a.txt", "four", "three").text()).contains("nowhere");
        assertThat(content()).isEqualTo("one two two");
    }

    @Test
    void anEmptyOldTextCreatesAFileAndReplacesNone() throws Exception {
        edit("new/b.txt", "", "fresh");

        assertThat(folder.resolve("new/b.txt")).hasContent("fresh");
        assertThat(edit("src/a.txt", "", "fresh").text()).contains("exists");
        assertThat(content()).isEqualTo("one two two");
    }

    @Test
    void anEditKeepsThePermissionsOfTheFile() throws Exception {
        assertThat(folder.resolve("src/a.txt").toFile().setExecutable(true)).isTrue();

        edit("src/a.txt", "one", "three");

        assertThat(folder.resolve("src/a.txt")).isExecutable();
        assertThat(folder.resolve("src")).isDirectoryNotContaining("glob:**.edit*");
    }

    @Test
    void aCommandRunsInTheFolderWithoutTheKeys() throws Exception {
        assertThat(call("run_command", Map.of("command", "ls src; env | grep -c API_KEY; exit 3"))
                        .text())
                .isEqualTo("{\"exitCode\":3,\"text\":\"a.txt\\n0\\n\",\"isTruncated\":false}");
    }

    @Test
    void aCommandThatTakesTooLongIsKilledWithItsChildren() throws Exception {
        RunCommand command = new RunCommand(Workspace.of(folder), Duration.ofMillis(300));
        Toolbox impatient = new Toolbox(PermissionMode.ACCEPT_EDITS, List.of(command));

        ToolOutcome outcome = impatient.execute(
                new ToolCall("1", "run_command", "{\"command\":\"sh -c 'echo $$ > pid; sleep 600'; true\"}"));

        assertThat(outcome.text()).contains("did not end within");
        long child = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        ProcessHandle.of(child).ifPresent(left -> left.onExit().join());
    }

    @Test
    void aCommandThatWritesWithoutEndIsKilled() throws Exception {
        assertThat(failure("run_command", Map.of("command", "yes"))).contains("had written more than");
    }

    @ParameterizedTest
    @ValueSource(strings = {"edit_file", "run_command"})
    void whatChangesSomethingNeedsItsMode(String tool) throws Exception {
        Toolbox reading = Toolbox.of(Workspace.of(folder), PermissionMode.DEFAULT);

        assertThat(reading.isMutating(tool)).isTrue();
        assertThat(reading.execute(new ToolCall("1", tool, "{\"command\":\"touch x\"}"))
                        .text())
                .contains("needs the mode ACCEPT_EDITS");
        assertThat(folder.resolve("x")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"path\":7}", "{}"})
    void argumentsThatAModelGotWrongAreAFailure(String arguments) throws Exception {
        assertThat(tools.execute(new ToolCall("1", "read_file", arguments))).isInstanceOf(ToolOutcome.Failure.class);
    }

    @Test
    void anUnknownToolIsAFailure() throws Exception {
        assertThat(failure("fly", Map.of())).contains("There is no tool 'fly'.");
        assertThat(tools.isMutating("fly")).isFalse();
    }
}
