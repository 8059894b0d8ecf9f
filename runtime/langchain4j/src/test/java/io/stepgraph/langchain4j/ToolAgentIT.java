package io.stepgraph.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.ToolAgent.Answer;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.ToolAgentGraph.Runs;
import io.stepgraph.store.Store;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real process is killed as {@code kill -9} does, on SQLite, and another one goes on. */
@Timeout(120)
@Tag("K6")
@Tag("K9")
final class ToolAgentIT {
    private static final int KILLS = 8;

    /** A life ends so many words or fewer after its start, and a moment later. */
    private static final int LONGEST_LIFE = 6;

    private static final int LONGEST_MOMENT_MILLIS = 20;

    private final Random random = new Random(44);

    @TempDir
    Path folder;

    private FileShop shop;
    private Store store;
    private Runner runner;

    @BeforeEach
    void open() {
        shop = new FileShop(folder);
        store = shop.store();
        runner = Runner.builder(store).build();
    }

    @AfterEach
    void close() {
        runner.close();
        store.close();
    }

    /** Kills a process once it has said a line that begins so, and gives the rest of that line. */
    private String killedAt(String words, String... message) throws Exception {
        Process process = FileShop.start(message);
        try (BufferedReader said = process.inputReader()) {
            return said.lines()
                    .filter(line -> line.startsWith(words))
                    .findFirst()
                    .orElseThrow()
                    .substring(words.length());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Answer answer(Outcome outcome) {
        return ((Outcome.Completed) outcome).result();
    }

    @Test
    void the_question_stays_open_and_the_model_is_not_asked_again() throws Exception {
        String ticket = killedAt(FileShop.TICKET, folder.toString(), "refund", "A-1");
        Runs runs = shop.runs(runner);

        Outcome.Approve ask = (Outcome.Approve) runs.run("message-1", new Chat(), "refund A-1");
        assertThat(ask.ticket().id()).isEqualTo(ticket);
        assertThat(shop.lines("asked")).containsExactly("[]");

        assertThat(answer(runs.answerApprove(ask, new Approved())).text()).isEqualTo("The results: [1=Paid.]");
        assertThat(shop.paid()).containsExactly("A-1");
        assertThat(shop.lines("called")).hasSize(1);
    }

    @Test
    void a_tool_that_takes_the_same_key_is_called_again_with_it_and_pays_once() throws Exception {
        killedAt(FileShop.INSIDE, folder.toString(), "charge", "A-1");
        Files.createFile(folder.resolve("open"));

        Outcome outcome = shop.runs(runner).run("message-1", new Chat(), "charge A-1");

        assertThat(answer(outcome).text()).isEqualTo("The results: [1=Paid.]");
        assertThat(shop.paid()).containsExactly("A-1");
        assertThat(shop.lines("called"))
                .hasSize(2)
                .containsOnly(shop.lines("called").get(0));
    }

    @Test
    void a_tool_that_may_not_be_called_again_waits_for_a_person() throws Exception {
        killedAt(FileShop.INSIDE, folder.toString(), "send", "A-1");
        Files.createFile(folder.resolve("open"));
        Runs runs = shop.runs(runner);

        assertThat(runs.run("message-1", new Chat(), "send A-1")).isInstanceOf(Outcome.Parked.class);
        runs.effectsInDoubt("message-1").get(0).done("\"Sent.\"");

        assertThat(answer(runs.resume("message-1")).text()).isEqualTo("The results: [1=Sent.]");
        assertThat(shop.lines("sent")).containsExactly("A-1");
    }

    @Test
    void killed_at_random_each_payment_is_made_once() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = FileShop.start(folder.toString());
            try (BufferedReader said = process.inputReader()) {
                said.lines().limit(1 + random.nextInt(LONGEST_LIFE)).forEach(line -> {});
                process.waitFor(random.nextInt(LONGEST_MOMENT_MILLIS), TimeUnit.MILLISECONDS);
            } finally {
                process.destroyForcibly().waitFor();
            }
        }

        shop.answerAll(shop.runs(runner));

        List<String> orders = IntStream.rangeClosed(1, FileShop.MESSAGES)
                .mapToObj(i -> "A-" + i)
                .toList();
        assertThat(shop.paid()).containsExactlyInAnyOrderElementsOf(orders);
    }
}
