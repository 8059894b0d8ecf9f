package io.stepgraph.engine;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs as JSON, read without the classes of their agents. */
@Tag("R3")
@Tag("I4")
@Tag("M2")
@Tag("V2")
@Tag("V4")
@Tag("L4")
@Tag("Q4")
final class RunInspectorTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final RunInspector inspector = RunInspector.of(fixture.memory, "default");

    /** All events, without the part that is the same in each. */
    private List<String> events() {
        List<String> events = new ArrayList<>();
        EventCursor cursor = EventCursor.BEGINNING;
        List<RunInspector.Event> page = inspector.events("one", cursor);
        while (!page.isEmpty()) {
            for (RunInspector.Event event : page) {
                cursor = event.cursor();
                String header = "{\"cursor\":\"" + cursor + "\",\"at\":\"1970-01-01T00:00:00Z\",\"runId\":\"one\",";
                assertThat(event.json().text()).startsWith(header);
                events.add(event.json().text().substring(header.length()).replace('"', '\''));
            }
            page = inspector.events("one", cursor);
        }
        return events;
    }

    @Test
    void V4_the_events_of_a_run_are_read_as_JSON() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));
        runs.as(Actor.named("Eve")).mode("one", PermissionMode.ACCEPT_EDITS);
        Outcomes.completed(runs.answer(ticket, new Graphs.Approved("Ann")));

        List<String> events = events();

        assertThat(events)
                .startsWith(
                        "'event':'started'}",
                        "'event':'step-started','step':'first','visit':1,'attempt':1,'startedAt':'1970-01-01T00:00:00Z'}",
                        "'event':'step-finished','step':'first','visit':1,'attempt':1,'next':'ask','durationMillis':0}",
                        "'event':'step-started','step':'ask','visit':2,'attempt':1,'startedAt':'1970-01-01T00:00:00Z'}",
                        "'event':'question-asked','step':'ask','visit':2,'ticket':'" + ticket.id()
                                + "','question':{'text':'Pay?'},'durationMillis':0}",
                        "'event':'mode-changed','mode':'ACCEPT_EDITS','by':'Eve'}");
        assertThat(events.get(6)).startsWith("'event':'answered'").contains("'ticket':'" + ticket.id() + "'", "Ann");
        assertThat(events).last().asString().startsWith("'event':'completed','result':{");
    }

    @Test
    void V2_so_are_custom_events_and_the_failure_that_makes_them_void() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {
            context.emit("in \"vain\"");
            throw new IllegalStateException("broken");
        });
        Outcomes.failed(fixture.run(graph), ErrorCode.STEP_FAILED);

        assertThat(events())
                .endsWith(
                        "'event':'custom','step':'first','visit':1,'attempt':1,'number':1,'custom':'in \\'vain\\''}",
                        "'event':'failed','failure':{'step':'first','visit':1,'attempt':1,'code':'STEP_FAILED','type':"
                                + "'java.lang.IllegalStateException','message':'broken'},'durationMillis':0}");
    }

    @Test
    void V4_reading_proceeds_page_by_page_from_the_cursor_of_any_event() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST).toEnd(), (notes, input, context) -> {
                    context.emit("s");
                    return ++notes.count < 100 ? Transition.go(FIRST) : Transition.end();
                });
        fixture.run(graph);

        assertThat(events()).hasSize(302).last().asString().startsWith("'event':'completed'");
        EventCursor inTheMiddle =
                inspector.events("one", EventCursor.BEGINNING).get(100).cursor();
        assertThat(inspector.events("one", inTheMiddle).get(0).cursor().sequence())
                .isEqualTo(102);
    }

    @Test
    void V4_an_event_that_is_damaged_or_newer_than_this_build_is_given_as_it_is_stored() {
        Outcomes.asked(fixture.run(Graphs.review()));
        fixture.cancelWith("{\"event\":\"teleported\",\"to\":\"Mars\"}", "{\"visit\":-1}");

        assertThat(events()).endsWith("'event':'teleported','to':'Mars'}", "'visit':-1}");
    }

    @Test
    void V4_events_that_cannot_be_told_apart_are_given_together() {
        Outcomes.asked(fixture.run(Graphs.review()));
        fixture.cancelWith("{\"event\":\"can", "}");
        String stored = "'event':'unknown','stored':'[{\\'event\\':\\'can,}]'}";
        assertThat(events()).endsWith(stored, stored);
    }

    @Test
    void Q4_a_look_tells_where_a_run_stands_whatever_its_graph() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Outcomes.asked(runs.with(StartOptions.NONE.label("course", "writing")).run("one", Notes.of(), null));
        fixture.time.pass(Duration.ofMinutes(2));
        RunLook look = new RunLook(
                "test",
                Status.WAITING,
                "ask",
                2,
                1,
                PermissionMode.DEFAULT,
                Map.of("course", "writing"),
                Instant.EPOCH,
                null,
                0,
                "an answer to 'ask'");

        assertThat(inspector.look("one")).contains(look);
        assertThat(runs.look("one")).isEqualTo(look);
        assertThat(inspector.look("two")).isEmpty();
        assertThat(RunInspector.of(fixture.memory, "other").look("one")).isEmpty();
        assertThrown(
                ErrorCode.WRONG_GRAPH,
                () -> fixture.runs(Graphs.review().name("other")).look("one"));
    }

    @Test
    void I4_the_open_question_comes_with_its_ticket_and_the_schema_of_its_answers_and_can_be_answered() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));

        String question = inspector.question("one").text();

        assertThat(question)
                .startsWith("{\"ticket\":\"" + ticket.id() + "\",\"step\":\"ask\",\"visit\":2,"
                        + "\"question\":{\"text\":\"Pay?\"},\"answerSchema\":{")
                .contains("Approved");
        assertThat(inspector.outcome("one").text()).isEqualTo("{\"outcome\":\"asked\"," + question.substring(1));
        fixture.runner(b -> b).answer(ticket.id(), "{\"@type\":\"Approved\",\"by\":\"Ann\"}");
        assertThat(inspector.question("one")).isNull();
        assertThat(inspector.outcome("one").text()).as("of a queued run").isEqualTo("{\"outcome\":\"queued\"}");
    }

    @Test
    void R3_the_outcome_of_a_run_that_has_ended_is_read_as_JSON() {
        fixture.runs(Graphs.single((notes, context) -> notes.add("done"))).run("completed", Notes.of(), null);
        Outcomes.failed(
                fixture.runs(Graphs.single((notes, context) -> {
                            throw new IllegalStateException("broken");
                        }))
                        .run("failed", Notes.of(), null),
                ErrorCode.STEP_FAILED);
        RunClient<Notes, Node> asking = fixture.runs(Graphs.review());
        Outcomes.asked(asking.run("cancelled", Notes.of(), null));
        asking.as(Actor.named("Eve")).cancel("cancelled");

        assertThat(inspector.outcome("completed").text())
                .startsWith("{\"outcome\":\"completed\",\"result\":{")
                .contains("done");
        assertThat(inspector.outcome("failed").text())
                .startsWith("{\"outcome\":\"failed\",\"failure\":{\"step\":\"first\",")
                .contains("broken");
        assertThat(inspector.outcome("cancelled").text()).isEqualTo("{\"outcome\":\"cancelled\",\"by\":\"Eve\"}");
    }

    @Test
    void M2_the_outcome_of_a_run_that_parked_names_the_step_and_the_mode_that_it_requires() {
        TestGraph<Notes> graph = Graphs.single(s -> s.requires(PermissionMode.ACCEPT_EDITS), (notes, context) -> {});
        String reason = Outcomes.parked(fixture.run(graph)).reason();

        assertThat(inspector.outcome("one").text())
                .isEqualTo("{\"outcome\":\"parked\",\"step\":\"first\",\"reason\":\"" + reason
                        + "\",\"requiredMode\":\"ACCEPT_EDITS\"}");
    }

    @Test
    @Tag("Q1")
    void Q1_the_outcome_of_a_run_that_waits_names_the_step_and_the_end() {
        fixture.run(TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).waits(), (n, i, c) -> Transition.pause(Duration.ofDays(1)))
                .ends(SECOND));

        assertThat(inspector.outcome("one").text())
                .isEqualTo("{\"outcome\":\"waiting\",\"step\":\"first\",\"until\":\"1970-01-02T00:00:00Z\"}");
    }

    @Test
    void L4_a_run_of_another_namespace_and_a_cursor_of_an_earlier_run_are_not_found() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.single((notes, context) -> {}));
        runs.run("one", Notes.of(), null);
        EventCursor earlier =
                inspector.events("one", EventCursor.BEGINNING).get(0).cursor();
        runs.delete("one");
        runs.run("one", Notes.of(), null);

        assertThatThrownBy(() -> inspector.events("one", earlier)).isInstanceOf(RunNotFoundException.class);
        RunInspector other = RunInspector.of(fixture.memory, "other");
        assertThatThrownBy(() -> other.events("one", EventCursor.BEGINNING)).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> other.question("one")).isInstanceOf(RunNotFoundException.class);
        assertThatThrownBy(() -> other.outcome("one")).isInstanceOf(RunNotFoundException.class);
    }
}
