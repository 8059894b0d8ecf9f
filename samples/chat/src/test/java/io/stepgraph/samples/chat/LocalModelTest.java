package io.stepgraph.samples.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.samples.chat.ChatAgentGraph.Outcome;
import io.stepgraph.samples.chat.ChatEvent.Token;
import io.stepgraph.samples.chat.ChatEvent.ToolCalled;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stand-in answers from the documents, by the tools, and says what it is. */
final class LocalModelTest {
    private final List<ChatEvent> events = new ArrayList<>();
    private final ChatAgentGraph.Machine machine =
            ChatAgentGraph.of(World.agent(new LocalModel(Duration.ZERO))).machine(PermissionMode.DEFAULT, events::add);

    private Outcome say(String message) {
        return machine.start(new Dialogue(), message);
    }

    private static String text(Outcome outcome) {
        return ((Outcome.Completed) outcome).result().text();
    }

    private List<String> calls() {
        return events.stream()
                .filter(ToolCalled.class::isInstance)
                .map(event -> ((ToolCalled) event).tool())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "How far away could a Fresnel lens be seen?, Lenses, more than twenty miles",
        "How much coal did the Isle of May burn in a year?, Fuels, four hundred tons",
        "Who won the Nobel Prize?, Automation, Dalén won the Nobel Prize in 1912",
        "What sounded in fog?, Signals, horns of compressed air",
        "When did the last keepers in Britain leave?, Keepers, November 1998"
    })
    void a_question_is_answered_from_its_document(String question, String document, String answer) {
        assertThat(text(say(question))).startsWith("From '" + document + "': ").contains(answer);
        assertThat(calls()).containsExactly("search_documents", "read_document");
    }

    @Test
    void it_says_that_it_is_a_stand_in() {
        assertThat(text(say("Who was Fresnel?"))).contains("I am a stand-in without a language model");
    }

    @Test
    void it_streams_its_words_one_by_one() {
        String text = text(say("Who was Fresnel?"));
        List<String> tokens = events.stream()
                .filter(Token.class::isInstance)
                .map(event -> ((Token) event).text())
                .toList();
        assertThat(tokens.stream().collect(Collectors.joining())).isEqualTo(text);
        assertThat(tokens).hasSize(text.split(" ", -1).length);
    }

    @Test
    void it_asks_what_a_single_word_means_and_searches_for_both() {
        Outcome.AskUser ask = (Outcome.AskUser) say("mercury");
        assertThat(ask.question().question()).isEqualTo("What would you like to know about 'mercury'?");

        assertThat(text(machine.answerAskUser(new UserReply("the vapour and the keepers"))))
                .startsWith("From 'Keepers'");
        assertThat(calls()).containsExactly("ask_user", "search_documents", "read_document");
    }

    @Test
    void it_saves_what_it_is_to_note() {
        Outcome.Approve approve = (Outcome.Approve) say("Please remember: mercury is bad for the keepers.");

        assertThat(approve.question().call().arguments()).isEqualTo(Map.of("text", "mercury is bad for the keepers."));
    }

    @Test
    void it_says_so_if_the_documents_do_not_answer() {
        assertThat(text(say("quantum chromodynamics"))).startsWith("My documents say nothing about that.");
    }

    @Test
    void it_tells_its_steps_from_its_own_graph() {
        assertThat(text(say("Show me your own graph"))).contains("receive, model, read, act, askUser");
        assertThat(calls()).containsExactly("show_own_graph");
    }

    @Test
    void all_documents_are_known() throws IOException, URISyntaxException {
        Path folder = Path.of(
                Objects.requireNonNull(Documents.class.getResource("documents")).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(new Documents().names())
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString()).toList());
        }
    }
}
