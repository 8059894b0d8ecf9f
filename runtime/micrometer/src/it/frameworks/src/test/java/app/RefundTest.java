package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import app.RefundGraph.Outcome;
import app.RefundGraph.Runs;
import com.fasterxml.jackson.annotation.JsonValue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.stepgraph.engine.Runner;
import io.stepgraph.micrometer.MicrometerObserver;
import io.stepgraph.micrometer.StoreMetrics;
import io.stepgraph.sqlite.SqliteStore;
import io.stepgraph.store.OpenQuestion;
import io.stepgraph.store.QuestionPage;
import io.stepgraph.store.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class RefundTest {
    @TempDir
    Path folder;

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private Store store;
    private Runner runner;
    private Runs runs;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder.resolve("runs.db"));
        runner =
                Runner.builder(store).observer(new MicrometerObserver(registry)).build();
        runs = RefundGraph.of(new Refund()).on(runner);
    }

    @AfterEach
    void close() {
        runner.close();
        store.close();
    }

    private Outcome.Decide asked() {
        Refund.Claim claim = new Refund.Claim();
        claim.cents = 9900;
        return assertInstanceOf(Outcome.Decide.class, runs.run("r-1", claim));
    }

    private static String version(Class<?> of) {
        return of.getPackage().getImplementationVersion();
    }

    @Test
    void uses_the_versions_that_the_framework_manages() {
        assertEquals(System.getProperty("annotations"), version(JsonValue.class));
        assertEquals(System.getProperty("databind"), version(JsonMapper.class));
        assertEquals(System.getProperty("micrometer"), version(MeterRegistry.class));
    }

    @Test
    void runs_and_is_measured() {
        new StoreMetrics(store, "default").bindTo(registry);

        Outcome outcome = runs.answerDecide(asked(), new Refund.Granted("Ann"));

        assertEquals(
                "1250 for Ann",
                assertInstanceOf(Outcome.Completed.class, outcome).result().receipt);
        assertEquals(
                3,
                registry.get("stepgraph.step").timers().stream()
                        .mapToLong(timer -> timer.count())
                        .sum());
        assertEquals(1, registry.get("stepgraph.effect").timer().count());
        assertEquals(0, registry.get("stepgraph.effects.in.doubt").gauge().value());
    }

    @Test
    void open_questions_are_the_body_of_an_answer() throws Exception {
        asked();
        QuestionPage page = runner.questions(null, 10);
        OpenQuestion open = page.questions().get(0);

        String body = Bodies.write(page);

        assertContains(body, "\"ticket\":\"" + open.ticket().id() + "\"");
        assertContains(body, "\"question\":{\"text\":\"Refund 1250?\"}");
        assertContains(body, "\"answerSchema\":" + open.answerSchema().text());
        assertContains(body, "\"startedAt\":\"" + open.run().startedAt() + "\"");
    }

    @Test
    void an_outcome_is_the_body_of_an_answer() throws Exception {
        Outcome.Decide asked = asked();

        assertEquals(
                "{\"outcome\":\"asked\",\"ticket\":\"" + asked.ticket().id()
                        + "\",\"question\":{\"text\":\"Refund 1250?\"},\"step\":\"decide\"}",
                Bodies.write(asked));
    }

    private static void assertContains(String body, String part) {
        assertTrue(body.contains(part), body);
    }
}
