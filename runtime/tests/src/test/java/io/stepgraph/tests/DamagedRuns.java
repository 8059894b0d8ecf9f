package io.stepgraph.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.EventCursor;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.graph.Graph;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * S2: whatever stands in the rows of a run, each call says so in an error of ours, or reads on; other runs are not
 * concerned.
 */
final class DamagedRuns {
    private static final List<String> DOCUMENTS = List.of(
            "",
            "null",
            "garbage",
            "[]",
            "7",
            "{\"amount\":\"x\"}",
            "{\"amount\":1e99999999999}",
            "{\"@type\":7}",
            "{\"$ref\":7}",
            "{\"oneOf\":{\"a\":1}}",
            "{\"visits\":{\"approve\":null},\"open\":[null]}",
            "[\"Decision\"]",
            "{\"amount\":");
    private static final String REASON =
            "{\"nonce\":\"n\",\"question\":?,\"answerSchema\":?,\"answer\":?,\"output\":?,\"failure\":?}";
    private static final String ANSWER = "{\"amount\":2}";

    private final Store store;
    private final Sql sql;

    DamagedRuns(Store store, Sql sql) {
        this.store = store;
        this.sql = sql;
    }

    /** Executes SQL beside the store. */
    interface Sql {
        void execute(String statement) throws Exception;
    }

    private interface Call {
        void on(RunClient<Draft, Node> runs, String id) throws Exception;
    }

    record Draft(int amount) {}

    record Question(int amount) {}

    record Decision(int amount) {}

    enum Node {
        DRAFT,
        APPROVE,
        PAY
    }

    /** Drafts, asks, and pays, unless the amount is below zero. */
    private static final class Payment implements Graph<Object, Draft, String, Node> {
        private final GraphSpec<Node> spec = declared();

        private static GraphSpec<Node> declared() {
            GraphSpec.Builder<Node> graph =
                    GraphSpec.builder("payment", "1", ValueType.of(Draft.class), ValueType.of(Draft.class));
            graph.customEvents(ValueType.of(String.class));
            graph.step(Node.DRAFT, "draft").to(Node.APPROVE);
            graph.interrupt(Node.APPROVE, "approve", ValueType.of(Question.class))
                    .answeredBy(ValueType.of(Decision.class))
                    .to(Node.PAY);
            graph.step(Node.PAY, "pay").takes(ValueType.of(Decision.class)).toEnd();
            return graph.build(Node.DRAFT);
        }

        @Override
        public GraphSpec<Node> spec() {
            return spec;
        }

        @Override
        public Transition<Node, Draft> enter(
                Object agent,
                Node step,
                Draft state,
                @Nullable Object input,
                @Nullable Answered<?, ?> answered,
                StepContext<String> context) {
            if (state.amount() < 0) {
                throw new IllegalStateException("below zero");
            }
            return switch (step) {
                case DRAFT -> Transition.go(Node.APPROVE);
                case APPROVE -> Transition.ask(new Question(state.amount()));
                case PAY -> Transition.end();
            };
        }

        @Override
        public @Nullable Node route(Node interrupt, Object answer) {
            return answer instanceof Decision ? Node.PAY : null;
        }
    }

    /** The damage to the rows of a run, by table. The table {@code events} differs between the stores. */
    private static List<String> damages() {
        List<String> damages = new ArrayList<>();
        for (String column : List.of("state", "input", "rule_state", "reason")) {
            DOCUMENTS.forEach(
                    document -> damages.add("update runs set " + column + " = '" + document + "' where id = '%s'"));
        }
        for (String document : DOCUMENTS) {
            damages.add("update runs set reason = '" + REASON.replace("?", document) + "' where id = '%s'");
        }
        for (String set : List.of(
                "status = ''",
                "status = 'NONSENSE'",
                "status = 'WAITING'",
                "status = 'QUEUED'",
                "status = 'FAILED'",
                "status = 'COMPLETED'",
                "status = 'CANCELLED'",
                "mode = 'nonsense'",
                "step = ''",
                "step = 'pay'",
                "step = 'no such'",
                "visit = -1",
                "visit = 0",
                "visit = 9223372036854775807",
                "attempt = 0",
                "attempt = 2147483647",
                "crashes = -1",
                "crashes = 2147483647",
                "budget_start_visit = -9223372036854775808",
                "deadline_at = -9223372036854775808",
                "deadline_at = 9223372036854775807",
                "due_at = -9223372036854775808",
                "due_at = 9223372036854775807",
                "lease_until = -9223372036854775808",
                "lease_until = 9223372036854775807",
                "last_event = -1",
                "last_event = 9223372036854775807",
                "fencing_token = -1",
                "revision = -1",
                "command_version = -1",
                "graph = ''",
                "fingerprint = ''",
                "cancel_requested_by = ''",
                "reason = null",
                "reason_kind = null",
                "reason_kind = ''",
                "reason_kind = 'delayed'",
                "reason_kind = 'parked'",
                "reason = '{\"reason\":\"x\",\"requiredMode\":\"NONSENSE\"}', reason_kind = 'parked'",
                "owner_runner = null")) {
            damages.add("update runs set " + set + " where id = '%s'");
        }
        String ofRun = " where run = (select run_number from runs where id = '%s')";
        for (String column : List.of("question", "answer_schema", "answer")) {
            DOCUMENTS.forEach(
                    document -> damages.add("update interrupts set " + column + " = '" + document + "'" + ofRun));
        }
        for (String set : List.of("nonce = ''", "interrupt = ''", "interrupt = 'pay'", "visit = 99", "visit = -1")) {
            damages.add("update interrupts set " + set + ofRun);
        }
        DOCUMENTS.forEach(document -> damages.add("update starts set start = '" + document + "'" + ofRun));
        damages.add("update starts set retention = 'NONSENSE'" + ofRun);
        damages.add("delete from starts" + ofRun);
        damages.add("delete from interrupts" + ofRun);
        return damages;
    }

    private static Map<String, Call> calls(Runner runner, @Nullable Ticket ticket) {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("outcome", (runs, id) -> runs.outcome(id));
        calls.put("events", (runs, id) -> read(runs.events(id)));
        calls.put("subscribe", (runs, id) -> read(runs.subscribe(id, new EventCursor(0, 0))));
        if (ticket != null) {
            calls.put("Runner.answer", (runs, id) -> runner.answer(ticket.id(), ANSWER));
            calls.put("answer in JSON", (runs, id) -> runs.answer(ticket.id(), ANSWER));
            calls.put("answer", (runs, id) -> runs.answer(ticket, new Decision(2)));
        }
        calls.put("run", (runs, id) -> runs.run(id, new Draft(1), null));
        calls.put("stream", (runs, id) -> {
            try (OutcomeStream<RunOutcome<Node>> stream = runs.stream(id, outcome -> outcome)) {
                stream.forEach(event -> {});
                stream.outcome();
            }
        });
        calls.put("resume", (runs, id) -> runs.resume(id));
        calls.put("retry", (runs, id) -> runs.retry(id));
        calls.put("mode", (runs, id) -> runs.as(Actor.named("ann")).mode(id, PermissionMode.PLAN));
        calls.put("cancel", (runs, id) -> runs.as(Actor.named("ann")).cancel(id));
        calls.put("outcome at the end", (runs, id) -> runs.outcome(id));
        calls.put("events at the end", (runs, id) -> read(runs.events(id)));
        return calls;
    }

    /** Up to where nothing comes any more. */
    private static void read(RunStream stream) {
        try (stream) {
            for (StreamedEvent event : stream.heartbeat(Duration.ofMillis(1))) {
                if (event.event() instanceof RunEvent.Heartbeat) {
                    return;
                }
            }
        }
    }

    /** Damages runs at one of each so many places, makes every call, and finds each error that is not one of ours. */
    void areToldOf(List<String> moreDamages, int each) throws Exception {
        List<String> all = damages();
        all.addAll(moreDamages);
        List<String> damages = IntStream.range(0, all.size())
                .filter(i -> i % each == 0)
                .mapToObj(all::get)
                .toList();
        List<String> raw = new ArrayList<>();
        int corrupt = 0;
        try (Runner runner =
                Runner.builder(store).waitTimeout(Duration.ofMillis(10)).build()) {
            RunClient<Draft, Node> runs = runner.client(new Payment(), new Object());
            int count = 0;
            for (String damage : damages) {
                for (String stage : List.of("waiting", "answered", "completed", "failed")) {
                    String id = stage + count++;
                    Ticket ticket = reach(stage, id, runs, runner);
                    try {
                        sql.execute(damage.formatted(id));
                    } catch (java.sql.SQLException refused) {
                        continue;
                    }
                    for (Map.Entry<String, Call> call : calls(runner, ticket).entrySet()) {
                        try {
                            call.getValue().on(runs, id);
                        } catch (StepgraphException told) {
                            assertThat(told.getMessage()).isNotBlank();
                            if (told.code() == ErrorCode.CORRUPT_CHECKPOINT) {
                                assertThat(told).hasMessageContaining(id);
                                corrupt++;
                            }
                        } catch (Exception | Error other) {
                            raw.add(call.getKey() + " of run " + id + " after " + damage + ": " + other);
                        }
                    }
                }
            }
            assertThat(raw).isEmpty();
            assertThat(corrupt).isGreaterThan(damages.size());
            RunOutcome<Node> whole = runs.answer(reach("waiting", "whole", runs, runner), new Decision(1));
            assertThat(whole).isInstanceOf(RunOutcome.Completed.class);
        }
    }

    private static @Nullable Ticket reach(String stage, String id, RunClient<Draft, Node> runs, Runner runner) {
        RunOutcome<Node> outcome = runs.run(id, new Draft(stage.equals("failed") ? -1 : 1), null);
        if (!(outcome instanceof RunOutcome.QuestionAsked<Node> asked)) {
            return null;
        }
        if (stage.equals("answered")) {
            runner.answer(asked.ticket().id(), "{\"amount\":1}");
        } else if (stage.equals("completed")) {
            runs.answer(asked.ticket(), new Decision(1));
        }
        return asked.ticket();
    }
}
