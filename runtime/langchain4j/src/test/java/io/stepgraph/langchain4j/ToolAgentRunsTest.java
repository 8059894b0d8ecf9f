package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.Play.close;
import static io.stepgraph.langchain4j.Play.find;
import static io.stepgraph.langchain4j.Play.mail;
import static io.stepgraph.langchain4j.Play.note;
import static io.stepgraph.langchain4j.Play.refund;
import static io.stepgraph.langchain4j.StrictModel.calls;
import static io.stepgraph.langchain4j.StrictModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.ToolAgent.Answer;
import io.stepgraph.langchain4j.ToolAgent.Answer.Ending;
import io.stepgraph.langchain4j.ToolAgent.Chat;
import io.stepgraph.langchain4j.ToolAgent.Event;
import io.stepgraph.langchain4j.ToolAgentGraph.Machine;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.ToolAgentGraph.Runs;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations of several messages, answers as JSON, forks, several agents in one store, and the machine. */
@Tag("K3")
@Tag("K8")
@Tag("K9")
@Tag("K10")
final class ToolAgentRunsTest {
    private static final String PAID = "Paid 900 cents for A-1.";

    private final Store store = new MemoryStore();
    private final Runner runner =
            Runner.builder(store).retention(Retention.KEEP_HISTORY).build();
    private final Play play = Play.of(calls(refund("1", "A-1")), says("Done."));

    @AfterEach
    void close_all() {
        runner.close();
        store.close();
    }

    private Runs runs(ToolAgent agent) {
        return ToolAgentGraph.of(agent).on(runner, "customer-42");
    }

    private static Outcome.Approve asked(Runs runs) {
        return (Outcome.Approve) runs.run("message-1", new Chat(), "Pay A-1 back.");
    }

    private static Answer answer(Outcome outcome) {
        return ((Outcome.Completed) outcome).result();
    }

    @Test
    void a_message_goes_on_where_the_last_one_has_ended() {
        Play greeting = Play.of(says("Hello to you."));
        Runs runs = runs(greeting.agent());
        runs.run("message-1", new Chat(), "Hello!");
        Answer second = answer(runs.run("message-2", new Chat(), "Hello again!"));

        assertThat(second).isEqualTo(new Answer("Hello to you.", Ending.ANSWERED));
        assertThat(greeting.model().last().texts())
                .containsExactly("user: Hello!", "model: Hello to you.", "user: Hello again!");
    }

    @Test
    void an_approval_does_not_reset_the_limits() {
        Play twice = Play.of(calls(refund("1", "A-1")), calls(refund("2", "A-2")), says("Done."));
        Runs runs = runs(twice.agent(new Limits(2, 9, 9_999, 99_999)));
        Outcome outcome = runs.answerApprove(asked(runs), new Approved());
        outcome = runs.answerApprove((Outcome.Approve) outcome, new Approved());

        assertThat(answer(outcome).ending()).isEqualTo(Ending.LIMIT_REACHED);
        assertThat(twice.model().requests).hasSize(2);
    }

    @Test
    void a_message_takes_no_more_tokens_than_its_limit_and_the_next_one_begins_with_the_whole_of_it() {
        Play looking = Play.of(calls(find("", "A-1")), calls(find("", "A-1")), says("Done."));
        Runs runs = runs(looking.agent(new Limits(9, 9, 2 * StrictModel.TOKENS, 99_999)));
        for (String id : List.of("message-1", "message-2")) {
            Answer answer = answer(runs.run(id, new Chat(), "Find A-1."));
            assertThat(answer.ending()).isEqualTo(Ending.LIMIT_REACHED);
            assertThat(answer.text()).contains("may take 30 tokens");
        }

        assertThat(looking.model().requests).hasSize(4);
        assertThat(looking.model().refused).isEmpty();
    }

    @Test
    void no_call_of_a_turn_with_too_many_is_carried_out() {
        Play noting = Play.of(calls(note("1"), note("2"), note("3")), says("Done."));
        Runs runs = runs(noting.agent(new Limits(9, 2, 9_999, 99_999)));
        Answer answer = answer(runs.run("message-1", new Chat(), "Write notes."));
        runs.run("message-2", new Chat(), "Hello?");

        assertThat(answer.text()).contains("I may call 2 tools");
        assertThat(noting.shop().done).isEmpty();
        assertThat(noting.heard()).hasSize(3).allMatch(result -> result.contains("Not carried out."));
    }

    @Test
    void after_a_cancel_the_model_hears_that_the_call_may_have_been_carried_out() {
        Play greeting = Play.of(says("Hello."));
        asked(runs(play.agent()));
        runs(play.agent()).cancel("message-1");
        runs(greeting.agent()).run("message-2", new Chat(), "Hello?");

        assertThat(greeting.heard()).singleElement().asString().contains("may have been carried out or not");
        assertThat(greeting.model().refused).isEmpty();
    }

    @Test
    void a_fork_behind_the_approval_pays_nothing() {
        Runs runs = ToolAgentGraph.of(play.agent()).on(runner);
        runs.answerApprove(asked(runs), new Approved());
        long approved = runs.history("message-1")
                .filter(at -> at.step() == ToolAgentStep.ACT_APPROVED)
                .findFirst()
                .orElseThrow()
                .visit();
        runs.fork("message-1", approved, "again");

        assertThat(answer(runs.resume("again")).text()).isEqualTo("Done.");
        assertThat(play.heard()).containsExactly("1=" + PAID);
        assertThat(play.shop().done).containsExactly(PAID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"@type\": \"Edited\", \"call\": {\"id\": \"1\", \"name\": \"refund\", \"arguments\": \"{}\"}}",
                "{\"@type\": \"Edited\", \"call\": {\"id\": \"1\", \"name\": \"refund\","
                        + " \"arguments\": {\"cents\": 1, \"cents\": 2}}}",
                "{\"@type\": \"Edited\", \"call\": {\"id\": \"1\", \"name\": \"refund\"}}",
                "{\"@type\": \"Edited\", \"call\": {\"id\": \"1\", \"name\": \"refund\", \"arguments\": {}, \"force\": 1}}",
                "{\"@type\": \"Rejected\"}",
                "{\"@type\": \"Approved\", \"call\": {}}",
                "{\"@type\": \"Permitted\"}"
            })
    void an_answer_that_does_not_fit_is_refused_at_the_door(String json) {
        Runs runs = runs(play.agent());
        Outcome.Approve ask = asked(runs);

        assertThatThrownBy(() -> runs.answer(ask.ticket().id(), json)).isInstanceOf(InvalidAnswerException.class);
        assertThatThrownBy(() -> runner.answer(ask.ticket().id(), json)).isInstanceOf(InvalidAnswerException.class);
        assertThat(answer(runs.answerApprove(ask, new Approved())).text()).isEqualTo("Done.");
    }

    @Test
    void an_edit_may_come_as_json() {
        Runs runs = runs(play.agent());
        runs.answer(asked(runs).ticket().id(), """
                {"@type": "Edited", "call":
                  {"id": "1", "name": "refund", "arguments": {"order": "A-1", "cents": 500}}}""");

        assertThat(play.shop().done).containsExactly("Paid 500 cents for A-1.");
    }

    @Test
    void agents_with_names_share_a_store_and_no_run() {
        Play sales = Play.of(calls(mail("1")), says("Written."));
        Runs supporting = ToolAgentGraph.of(play.agent()).named("support").on(runner);
        Runs selling = ToolAgentGraph.of(sales.agent()).named("sales").on(runner);
        Outcome.Approve refund = asked(supporting);
        Outcome.Approve mail = (Outcome.Approve) selling.run("message-2", new Chat(), "Write to Ann.");

        assertThatThrownBy(() -> selling.answerApprove(refund, new Approved()))
                .isInstanceOf(StepgraphException.class)
                .extracting("code")
                .isEqualTo(ErrorCode.WRONG_GRAPH);
        assertThat(answer(supporting.answerApprove(refund, new Approved())).text())
                .isEqualTo("Done.");
        assertThat(answer(selling.answerApprove(mail, new Approved())).text()).isEqualTo("Written.");
        assertThat(sales.shop().done).containsExactly("Mailed Ann: Hello.");
        assertThat(play.shop().done).containsExactly(PAID);
    }

    @Test
    void the_machine_runs_the_same_agent() {
        Play closing = Play.of(calls(refund("1", "A-1"), close("2")), says("Done."));
        List<Event> events = new ArrayList<>();
        Machine machine = ToolAgentGraph.of(closing.agent()).machine(PermissionMode.DEFAULT, events::add);

        Outcome parked = machine.start(new Chat(), "Pay A-1 back, and close it.");
        assertThat(((Outcome.Parked) parked).required()).isEqualTo(PermissionMode.ACCEPT_EDITS);
        assertThat(closing.shop().done).isEmpty();
        assertThat(machine.mode(PermissionMode.ACCEPT_EDITS)).isInstanceOf(Outcome.Approve.class);
        assertThat(answer(machine.answerApprove(new Approved())).text()).isEqualTo("Done.");
        assertThat(closing.shop().done).containsExactly("Closed A-1.", PAID);
        assertThat(events)
                .filteredOn(Event.Done.class::isInstance)
                .extracting(event -> ((Event.Done) event).result().callId())
                .containsExactly("2", "1");
    }
}
