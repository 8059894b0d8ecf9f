package io.stepgraph.samples.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real program as a process: what it prints, and that it continues after {@code kill -9} and Ctrl-C. */
class ChatIT {
    private static final String QUESTION = "How far away could a Fresnel lens be seen?";
    private static final String FIRST_WORDS = "From 'Lenses':";
    private static final String LAST_WORDS = "farther than any reflector had reached.";

    @TempDir
    Path folder;

    private Program chat(String... arguments) throws Exception {
        return Program.start(folder, arguments);
    }

    /** What the user has asked so far on the thread, as the agent remembers it. */
    private String asked() throws Exception {
        Program program = chat("--slow", "0", "What did I ask before?");
        assertThat(program.exit()).as("%s", program).isZero();
        return program.toString();
    }

    @Test
    void a_message_is_answered_with_its_tools_shown() throws Exception {
        Program program = chat("--slow", "0", QUESTION);

        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.toString())
                .containsSubsequence(
                        "a local stand-in", "> search_documents {", "> read_document {", FIRST_WORDS, LAST_WORDS);
    }

    @Test
    void killed_in_the_middle_of_its_words_it_begins_them_again() throws Exception {
        chat("--slow", "200", QUESTION).until(FIRST_WORDS).kill();

        Program second = chat("--slow", "0", QUESTION);
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(second.toString())
                .containsSubsequence("Continuing where it was", FIRST_WORDS, LAST_WORDS)
                .doesNotContain("> search_documents", "> read_document");
        assertThat(asked()).contains("you asked: " + QUESTION + " (");
    }

    @Test
    void killed_at_a_question_it_asks_it_again() throws Exception {
        chat("--slow", "0", "lenses")
                .until("? What would you like to know about 'lenses'?")
                .kill();

        Program second = chat("--slow", "0").type("How far could they be seen");
        second.until("? What would you like to know about 'lenses'?").until(LAST_WORDS);
        second.typeNothingMore();
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(asked()).contains("you asked: lenses (");
    }

    @Test
    void a_note_is_saved_when_it_is_approved() throws Exception {
        Program program =
                chat("--slow", "0", "Remember: the pilot comes on Monday").type("y");

        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.toString())
                .containsSubsequence("> save_note {", "? Save the note", "Saved in chat.db.notes.md.");
        assertThat(folder.resolve("chat.db.notes.md")).content().startsWith("- the pilot comes on Monday <!--");
    }

    @Test
    void killed_at_an_approval_it_asks_again_and_saves_the_note_once() throws Exception {
        chat("--slow", "0", "Remember: the pilot comes on Monday")
                .until("? Save the note")
                .kill();

        Program second = chat("--slow", "0").type("y").typeNothingMore();
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(second.toString()).containsSubsequence("? Save the note", "Saved in chat.db.notes.md.");
        assertThat(Files.readAllLines(folder.resolve("chat.db.notes.md"))).hasSize(1);
    }

    @Test
    void only_a_plain_yes_saves_a_note() throws Exception {
        Program program = chat("--slow", "0", "Remember: the pilot comes on Monday")
                .type("{\"text\": ")
                .type("yes, but on Tuesday");

        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.toString()).containsSubsequence("? Save the note", "  ! ", "? Save the note", "on Tuesday");
        assertThat(folder.resolve("chat.db.notes.md")).doesNotExist();
    }

    @Test
    void another_message_comes_after_the_one_that_was_cut_off() throws Exception {
        chat("--slow", "200", QUESTION).until(FIRST_WORDS).kill();

        Program second = chat("--slow", "0", "What did I ask before?");
        assertThat(second.exit()).as("%s", second).isZero();
        assertThat(second.toString()).containsSubsequence(LAST_WORDS, "you asked: " + QUESTION + " (");
    }

    @Test
    void without_a_reply_the_question_stays_open() throws Exception {
        Program program = chat("--slow", "0", "lenses").typeNothingMore();

        assertThat(program.exit()).as("%s", program).isEqualTo(3);
        assertThat(program.toString()).contains("The question stays open.");
    }

    @Test
    void an_empty_reply_cancels_the_message_and_not_the_conversation() throws Exception {
        Program program = chat("--slow", "0").type("lenses").type("").type(QUESTION);
        program.typeNothingMore();

        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.toString()).containsSubsequence("? What would you like", "(cancelled)", LAST_WORDS);
    }

    @Test
    void without_a_message_it_takes_one_after_another() throws Exception {
        Program program = chat("--slow", "0").type(QUESTION).type("What did I ask before?");
        program.typeNothingMore();

        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.toString()).containsSubsequence("you> ", LAST_WORDS, "you> ", "you asked: " + QUESTION);
    }

    @Test
    void ctrl_c_cancels_the_answer_and_not_the_conversation() throws Exception {
        assumeThat(Program.ignoresInterrupts())
                .as("programs ignore Ctrl-C here")
                .isFalse();
        Program program = chat("--slow", "200").type(QUESTION);
        program.until(FIRST_WORDS).interrupt().until("(cancelled)").until("you> ");
        program.type("What did I ask before?").until("you asked: " + QUESTION);

        program.typeNothingMore();
        assertThat(program.exit()).as("%s", program).isZero();
        assertThat(program.toString()).doesNotContain(LAST_WORDS);
    }

    @Test
    void ctrl_c_at_the_prompt_leaves() throws Exception {
        assumeThat(Program.ignoresInterrupts())
                .as("programs ignore Ctrl-C here")
                .isFalse();
        Program program = chat().until("you> ").interrupt();

        assertThat(program.exit()).as("%s", program).isEqualTo(130);
    }

    @Test
    void threads_know_nothing_of_each_other() throws Exception {
        assertThat(chat("--slow", "0", "--thread", "other", QUESTION).exit()).isZero();

        assertThat(asked()).contains("This is your first message.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--fast | x | Unknown option: '--fast'",
                "--slow | soon | Invalid value for option '--slow'",
                "--thread | '' | The name of a thread must have 1 to 200 characters; this one has 0."
            })
    void wrong_usage_is_told_below_the_usage(String option, String value, String error) throws Exception {
        Program program = chat(option, value, QUESTION);

        assertThat(program.exit()).isEqualTo(2);
        assertThat(program.toString()).startsWith("Usage: ").doesNotContain("\tat ");
        assertThat(program.toString().lines().reduce("", (before, line) -> line))
                .startsWith("chat: " + error);
    }

    @Test
    void a_database_that_is_none_is_named_and_left_alone() throws Exception {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "not a database, but something dear to its owner");
        Program program = chat("--db", "notes.txt", QUESTION);

        assertThat(program.exit()).isEqualTo(1);
        assertThat(program.toString()).contains("notes.txt").doesNotContain("\tat ");
        assertThat(notes).hasContent("not a database, but something dear to its owner");
    }
}
