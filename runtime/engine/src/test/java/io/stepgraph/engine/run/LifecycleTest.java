package io.stepgraph.engine.run;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.store.EventLog;
import io.stepgraph.engine.store.ExpiredLeasePolicy;
import io.stepgraph.engine.store.RunCommand;
import io.stepgraph.engine.store.RunKey;
import io.stepgraph.engine.store.RunRecord;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command on a run in each status: the table of the lifecycle, and each writer of "cancelled". */
@Tag("L6")
@Tag("L7")
final class LifecycleTest {
    private static final RunKey KEY = new RunKey("default", "one");
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Ticket UNKNOWN = new Ticket("default", "one", 1, 9, "ask", "guessed");
    private static final Graphs.Approved APPROVED = new Graphs.Approved("Ann");
    private static final String JSON = "{\"@type\":\"Approved\",\"by\":\"Ann\"}";

    /** The status and the first new event after each command; or the error. A dash: nothing is written. */
    private static final String TABLE = """
            found     | run                  | resume               | retry                     | answer               | submit               | cancel               | mode                 | delete                    | reap
            NONE      | WAITING started      | RunNotFoundException | RunNotFoundException      | StaleAnswerException | StaleAnswerException | RunNotFoundException | RunNotFoundException | -                         | -
            RELEASED  | WAITING resumed      | WAITING resumed      | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | QUEUED mode-changed  | IllegalRunStatusException | -
            SUBMITTED | COMPLETED resumed    | COMPLETED resumed    | IllegalRunStatusException | COMPLETED resumed    | -                    | CANCELLED cancelled  | QUEUED mode-changed  | IllegalRunStatusException | -
            OWNED     | WaitTimeoutException | WaitTimeoutException | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | -                    | RUNNING mode-changed | IllegalRunStatusException | -
            DEAD      | WAITING taken-over   | WAITING taken-over   | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | RUNNING mode-changed | IllegalRunStatusException | -
            ORPHANED  | WAITING taken-over   | WAITING taken-over   | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | RUNNING mode-changed | IllegalRunStatusException | FAILED failed
            ASKED     | -                    | -                    | IllegalRunStatusException | COMPLETED answered   | QUEUED answered      | CANCELLED cancelled  | WAITING mode-changed | IllegalRunStatusException | -
            EXPIRED   | FAILED expired       | FAILED expired       | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | WAITING mode-changed | IllegalRunStatusException | -
            PARKED    | -                    | -                    | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | WAITING mode-changed | IllegalRunStatusException | -
            RAISED    | WAITING resumed      | WAITING resumed      | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | WAITING mode-changed | IllegalRunStatusException | -
            COMPLETED | -                    | -                    | IllegalRunStatusException | -                    | -                    | -                    | -                    | gone                      | -
            FAILED    | -                    | -                    | WAITING reopened          | StaleAnswerException | StaleAnswerException | -                    | -                    | gone                      | -
            CANCELLED | -                    | -                    | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | -                    | -                    | gone                      | -
            OVERDUE   | FAILED failed        | FAILED failed        | IllegalRunStatusException | StaleAnswerException | StaleAnswerException | CANCELLED cancelled  | QUEUED mode-changed  | IllegalRunStatusException | -
            """;

    private final Fixture fixture = new Fixture();
    private Runnable first = () -> {};

    @AfterEach
    void close() {
        fixture.close();
    }

    private final TestGraph<Notes> graph = TestGraph.of(Notes.class)
            .step(FIRST, s -> s.requires(ACCEPT_EDITS).to(ASK), (notes, input, context) -> {
                first.run();
                return Transition.go(ASK);
            })
            .interrupt(
                    ASK,
                    Graphs.Question.class,
                    s -> s.to(GATED, Node.THIRD)
                            .answeredBy(ValueType.of(Graphs.Decision.class))
                            .expires(3_600_000),
                    answer -> answer instanceof Expired ? Node.THIRD : Graphs.route(answer),
                    (notes, input, context) -> Transition.ask(new Graphs.Question("Pay?")))
            .step(
                    GATED,
                    s -> s.takes(ValueType.of(Graphs.Approved.class))
                            .gatedBy(ASK, Graphs.Approved.class)
                            .toEnd(),
                    (notes, input, context) -> Transition.end())
            .step(Node.THIRD, s -> s.toEnd(), (notes, input, context) -> {
                throw new IllegalStateException("nobody answered");
            })
            .build();

    private final Runner runner = fixture.runner(builder ->
            builder.maxMode(ACCEPT_EDITS).waitTimeout(Duration.ofMinutes(1)).deadline(Duration.ofDays(1)));
    private final RunClient<Notes, Node> runs = runner.client(graph, new Object());

    static Stream<Arguments> table() {
        List<String[]> rows = TABLE.lines().map(line -> line.split(" *\\| *")).toList();
        String[] commands = rows.get(0);
        return rows.stream()
                .skip(1)
                .flatMap(row -> Stream.iterate(1, i -> i < commands.length, i -> i + 1)
                        .map(i -> Arguments.of(row[0].strip(), commands[i].strip(), row[i].strip())));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("table")
    void a_command_on_a_run(String found, String command, String expected) {
        Ticket ticket = bring(found);
        RunRecord before = fixture.memory.find(KEY);

        assertThat(outcome(command(command, ticket), before)).isEqualTo(expected);
    }

    /** Brings a run into a status; gives the ticket of its last question. */
    private Ticket bring(String status) {
        return switch (status) {
            case "NONE" -> UNKNOWN;
            case "RELEASED" -> {
                cutOff();
                fixture.memory.release(fixture.stored("one").lease(LEASE));
                yield UNKNOWN;
            }
            case "OVERDUE" -> {
                bring("RELEASED");
                fixture.time.pass(Duration.ofDays(2));
                yield UNKNOWN;
            }
            case "SUBMITTED" -> {
                Ticket ticket = ask();
                runner.answer(ticket.id(), JSON);
                yield ticket;
            }
            case "OWNED", "ORPHANED" -> {
                fixture.store.owners(Fixture::elsewhere);
                cutOff();
                fixture.time.pass(status.equals("OWNED") ? Duration.ZERO : Duration.ofMinutes(11));
                yield UNKNOWN;
            }
            case "DEAD" -> {
                fixture.store.owners(Fixture::dead);
                cutOff();
                yield UNKNOWN;
            }
            case "ASKED" -> ask();
            case "EXPIRED" -> {
                Ticket ticket = ask();
                fixture.time.pass(Duration.ofHours(2));
                yield ticket;
            }
            case "PARKED", "RAISED" -> {
                Outcomes.parked(
                        fixture.runs(graph, builder -> builder.maxMode(PLAN)).run("one", Notes.of(), null));
                if (status.equals("RAISED")) {
                    runs.mode("one", ACCEPT_EDITS, "ann");
                }
                yield UNKNOWN;
            }
            case "COMPLETED" -> {
                Ticket ticket = ask();
                Outcomes.completed(runs.answer(ticket, APPROVED));
                yield ticket;
            }
            case "FAILED" -> {
                first = () -> {
                    throw new IllegalStateException("broken");
                };
                Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);
                first = () -> {};
                yield UNKNOWN;
            }
            default -> {
                Ticket ticket = ask();
                runs.cancel("one", "ann");
                yield ticket;
            }
        };
    }

    private Ticket ask() {
        return Outcomes.asked(runs.run("one", Notes.of(), null)).ticket();
    }

    /** Leaves the run as a process does that dies inside its first step. */
    private void cutOff() {
        first = () -> Crash.now(fixture);
        assertThat(error(() -> runs.run("one", Notes.of(), null))).isEqualTo("Killed");
        fixture.store.owners(owner -> owner).before(call -> {});
        first = () -> {};
    }

    private Runnable command(String name, Ticket ticket) {
        Map<String, Runnable> commands = new LinkedHashMap<>();
        commands.put("run", () -> runs.run("one", Notes.of(), null));
        commands.put("resume", () -> runs.resume("one"));
        commands.put("retry", () -> runs.retry("one"));
        commands.put("answer", () -> runs.answer(ticket, APPROVED));
        commands.put("submit", () -> runner.answer(ticket.id(), JSON));
        commands.put("cancel", () -> runs.cancel("one", "ann"));
        commands.put("mode", () -> runs.mode("one", PLAN, "ann"));
        commands.put("delete", () -> runs.delete("one"));
        commands.put("reap", () -> runner.reap(ExpiredLeasePolicy.FAIL));
        return commands.get(name);
    }

    private String outcome(Runnable command, RunRecord before) {
        String error = error(command);
        RunRecord after = fixture.memory.find(KEY);
        if (error != null) {
            return error;
        }
        if (after == null) {
            return before == null ? "-" : "gone";
        }
        String event = firstEvent(before == null ? 0 : before.lastEvent());
        if (event == null) {
            assertThat(after.status()).isEqualTo(before.status());
            return "-";
        }
        return after.status() + " " + event;
    }

    private static String error(Runnable command) {
        try {
            command.run();
            return null;
        } catch (Throwable thrown) {
            return thrown.getClass().getSimpleName();
        }
    }

    private String firstEvent(long after) {
        return kinds(after).findFirst().orElse(null);
    }

    private Stream<String> kinds(long after) {
        EventLog log = fixture.memory.events(KEY, after, Integer.MAX_VALUE);
        assertThat(log).isNotNull();
        Pattern kind = Pattern.compile("\"event\":\"([a-z-]+)\"");
        return log.batches().stream()
                .flatMap(batch -> kind.matcher(batch.events().text()).results())
                .map(found -> found.group(1));
    }

    private void assertCancelledOnce() {
        assertThat(fixture.stored("one").status()).hasToString("CANCELLED");
        assertThat(kinds(0).filter("cancelled"::equals)).hasSize(1);
    }

    @Test
    void L6_the_store_cancels_a_run_that_nobody_executes() {
        ask();
        fixture.store.forget();

        runs.cancel("one", "ann");

        assertThat(fixture.store.writes()).containsOnly("control");
        assertCancelledOnce();
    }

    @Test
    void L6_the_owner_cancels_its_run_by_a_commit() {
        first = () -> fixture.memory.command(KEY, new RunCommand.Cancel("ann"));

        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Cancelled<>("ann"));

        assertThat(fixture.store.writes()).contains("commit").doesNotContain("control", "release", "end");
        assertCancelledOnce();
    }

    @Test
    void L7_an_owner_that_releases_a_run_which_is_to_be_cancelled_cancels_it() {
        first = runner::close;
        fixture.store.before(call -> {
            if (call.equals("release")) {
                fixture.memory.command(KEY, new RunCommand.Cancel("ann"));
            }
        });

        assertThat(error(() -> runs.run("one", Notes.of(), null))).isEqualTo("RunnerClosedException");

        assertCancelledOnce();
    }

    @Test
    void L6_whoever_cancels_releases_the_run_in_the_place_of_a_dead_owner() {
        bring("DEAD");
        fixture.store.forget();

        runs.cancel("one", "ann");

        assertThat(fixture.store.writes()).contains("control", "release");
        assertCancelledOnce();
    }

    @Test
    void L6_the_reaper_cancels_a_run_whose_owner_has_not_seen_the_command() {
        bring("OWNED");
        runs.cancel("one", "ann");
        fixture.time.pass(Duration.ofMinutes(11));
        fixture.store.forget();

        assertThat(runner.reap(ExpiredLeasePolicy.FAIL)).containsExactly("one");

        assertThat(fixture.store.writes()).contains("end");
        assertCancelledOnce();
    }
}
