package io.stepgraph.internal.run;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.PermissionMode.PLAN;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepgraphException;
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
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunCommand;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.RunLook;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each command on a run in each status, as the tables of ARCHITECTURE.md say, and each writer of "cancelled". */
@Tag("L6")
@Tag("L7")
final class LifecycleTest {
    private static final RunKey KEY = new RunKey("default", "one");
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Ticket UNKNOWN = new Ticket("default", "one", 1, 9, "ask", "guessed");
    private static final Graphs.Approved APPROVED = new Graphs.Approved("Ann");
    private static final String JSON = "{\"@type\":\"Approved\",\"by\":\"Ann\"}";

    /**
     * The page whose tables say what each command does: the status and the event that it stores first, or its error.
     */
    private static final Path PAGE = Path.of("../ARCHITECTURE.md");

    @AutoClose
    private final Fixture fixture = new Fixture();

    private Runnable first = () -> {};
    private Node second = ASK;

    private final TestGraph<Notes> graph = TestGraph.of(Notes.class)
            .step(
                    FIRST,
                    s -> s.requires(ACCEPT_EDITS)
                            .retry(2, 3_600_000, 1, 3_600_000, 0, UncheckedIOException.class)
                            .to(ASK, Node.SECOND, Node.THIRD, Node.RESCUE),
                    (notes, input, context) -> {
                        first.run();
                        return Transition.go(second);
                    })
            .step(
                    Node.SECOND,
                    s -> s.waits().to(Node.THIRD),
                    (notes, input, context) -> Transition.pause(Duration.ofHours(1)))
            .calls(
                    Node.RESCUE,
                    s -> s.to(Node.THIRD).calls(false, 1, Graphs.review().agent("agent")),
                    (notes, input, context) -> Transition.call(List.of(Notes.of())),
                    ends -> Transition.go(Node.THIRD))
            .asks(
                    ASK,
                    s -> s.to(GATED, Node.THIRD)
                            .answeredBy(ValueType.of(Graphs.Decision.class))
                            .expires(3_600_000),
                    answer -> answer instanceof Expired ? Node.THIRD : Graphs.route(answer))
            .step(
                    GATED,
                    s -> s.takes(ValueType.of(Graphs.Approved.class))
                            .gatedBy(ASK, Graphs.Approved.class)
                            .toEnd(),
                    (notes, input, context) -> Transition.end())
            .listens(
                    Node.THIRD,
                    s -> s.to(FIRST)
                            .answeredBy(ValueType.of(Graphs.Decision.class))
                            .expires(3_600_000),
                    message -> FIRST);

    private final Runner runner = fixture.runner(builder -> builder.maxMode(ACCEPT_EDITS)
            .parallel(1)
            .waitTimeout(Duration.ofMinutes(1))
            .deadline(Duration.ofDays(1)));
    private final RunClient<Notes, Node> runs = runner.client(graph, new Object());

    static Stream<Arguments> table() throws IOException {
        List<Arguments> cells = new ArrayList<>();
        List<String> commands = List.of();
        for (String line : Files.readAllLines(PAGE)) {
            List<String> row = List.of(line.replace("`", "").split(" *\\| *"));
            if (line.startsWith("| found ")) {
                commands = row;
            } else if (!line.startsWith("|")) {
                commands = List.of();
            } else if (!line.startsWith("|--")) {
                for (String found : found(row.get(1))) {
                    for (int i = 2; i < commands.size(); i++) {
                        cells.add(Arguments.of(found, commands.get(i), row.get(i)));
                    }
                }
            }
        }
        return cells.stream();
    }

    /** The runs that one row is about: "QUEUED: released, delayed" are two. */
    private static List<String> found(String cell) {
        int colon = cell.indexOf(": ");
        return colon < 0
                ? List.of(cell)
                : Stream.of(cell.substring(colon + 2).split(", "))
                        .map(how -> cell.substring(0, colon + 2) + how)
                        .toList();
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("table")
    void a_command_on_a_run(String found, String command, String expected) {
        Ticket ticket = bring(found);
        StoredRun before = fixture.memory.runs().find(KEY);

        assertThat(outcome(command(command, ticket), before)).isEqualTo(expected);
    }

    static Stream<String> statuses() throws IOException {
        return table().map(cell -> (String) cell.get()[0]).distinct().filter(found -> !found.equals("no run"));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    @Tag("Q4")
    void Q4_a_look_at_a_run_in_each_status(String found) {
        bring(found);

        assertThat(runs.look("one"))
                .isNotNull()
                .extracting(look -> look.status().name())
                .isEqualTo(found.replaceAll(":.*", ""));
    }

    @Test
    void the_tables_have_each_status_and_each_command() throws IOException {
        List<Object[]> cells = table().map(Arguments::get).toList();

        assertThat(cells).hasSize(22 * 11).doesNotHaveDuplicates();
        assertThat(cells.stream().map(cell -> ((String) cell[0]).replaceAll(":.*", "")))
                .contains(Stream.of(Status.values()).map(Status::name).toArray(String[]::new));
    }

    /** Brings a run into a status; gives the ticket of its last question. */
    private Ticket bring(String status) {
        return switch (status) {
            case "no run" -> UNKNOWN;
            case "QUEUED: released" -> {
                cutOff();
                fixture.memory.runs().release(fixture.stored("one").lease(LEASE));
                yield UNKNOWN;
            }
            case "QUEUED: delayed" -> {
                first = () -> {
                    throw new UncheckedIOException(new IOException("try later"));
                };
                assertThat(error(() -> runs.run("one", Notes.of(), null))).isEqualTo("WAIT_TIMEOUT");
                first = () -> {};
                yield UNKNOWN;
            }
            case "QUEUED: answered" -> {
                Ticket ticket = ask();
                runner.answer(ticket.id(), JSON);
                yield ticket;
            }
            case "QUEUED: overdue" -> {
                bring("QUEUED: released");
                fixture.time.pass(Duration.ofDays(2));
                yield UNKNOWN;
            }
            case "RUNNING: owner alive", "RUNNING: lease over" -> {
                fixture.store.owners(Fixture::elsewhere);
                cutOff();
                fixture.time.pass(status.equals("RUNNING: owner alive") ? Duration.ZERO : Duration.ofMinutes(11));
                yield UNKNOWN;
            }
            case "RUNNING: owner dead" -> {
                fixture.store.owners(Fixture::dead);
                cutOff();
                yield UNKNOWN;
            }
            case "WAITING: asked" -> ask();
            case "WAITING: expired" -> {
                Ticket ticket = ask();
                fixture.time.pass(Duration.ofHours(2));
                yield ticket;
            }
            case "WAITING: waits", "WAITING: wait over" -> {
                second = Node.SECOND;
                runs.run("one", Notes.of(), null);
                fixture.time.pass(status.equals("WAITING: waits") ? Duration.ZERO : Duration.ofHours(2));
                yield UNKNOWN;
            }
            case "WAITING: listens", "WAITING: listened out" -> {
                second = Node.THIRD;
                runs.run("one", Notes.of(), null);
                fixture.time.pass(status.equals("WAITING: listens") ? Duration.ZERO : Duration.ofHours(2));
                yield UNKNOWN;
            }
            case "QUEUED: told" -> {
                bring("WAITING: listens");
                runs.tell("one", Node.THIRD, "first", APPROVED);
                yield UNKNOWN;
            }
            case "WAITING: called" -> {
                second = Node.RESCUE;
                runs.run("one", Notes.of(), null);
                yield UNKNOWN;
            }
            case "QUEUED: joined" -> {
                bring("WAITING: called");
                RunClient<?, ?> agents = runs.called("agent");
                String agent = "one//rescue.2/agent";
                RunOutcome.QuestionAsked<?> asked = (RunOutcome.QuestionAsked<?>) agents.outcome(agent);
                agents.answer(asked.ticket(), APPROVED);
                yield UNKNOWN;
            }
            case "WAITING: parked", "WAITING: gate open" -> {
                Outcomes.parked(fixture.run(graph, builder -> builder.maxMode(PLAN)));
                if (status.equals("WAITING: gate open")) {
                    runs.as(Actor.named("ann")).mode("one", ACCEPT_EDITS);
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
            case "CANCELLED" -> {
                Ticket ticket = ask();
                runs.as(Actor.named("ann")).cancel("one");
                yield ticket;
            }
            default -> throw new IllegalArgumentException("No run is ever " + status);
        };
    }

    private Ticket ask() {
        return Outcomes.ticket(runs.run("one", Notes.of(), null));
    }

    /** Leaves the run as a process does that dies inside its first step. */
    private void cutOff() {
        first = () -> Crash.now(fixture);
        assertThat(error(() -> runs.run("one", Notes.of(), null))).isEqualTo("Killed");
        fixture.store.owners(owner -> owner).before(call -> {});
        first = () -> {};
    }

    private Runnable command(String name, Ticket ticket) {
        return switch (name) {
            case "run" -> () -> runs.run("one", Notes.of(), null);
            case "resume" -> () -> runs.resume("one");
            case "retry" -> () -> runs.retry("one");
            case "answer" -> () -> runs.answer(ticket, APPROVED);
            case "Runner.answer" -> () -> runner.answer(ticket.id(), JSON);
            case "cancel" -> () -> runs.as(Actor.named("ann")).cancel("one");
            case "mode" -> () -> runs.as(Actor.named("ann")).mode("one", PLAN);
            case "label" -> () -> runs.as(Actor.named("ann")).label("one", Map.of("priority", "high"));
            case "tell" -> () -> runs.tell("one", Node.THIRD, "next", APPROVED);
            case "delete" -> () -> runs.delete("one");
            case "Runner.reap" -> () -> runner.reap(1_000);
            default -> throw new IllegalArgumentException("There is no command " + name);
        };
    }

    /**
     * The first event that the command stores, with the status of the run directly after it; or what happened instead.
     */
    private String outcome(Runnable command, StoredRun before) {
        long known = before == null ? 0 : before.lastEvent();
        long waiting = messages();
        AtomicReference<Status> written = new AtomicReference<>();
        fixture.store.before(call -> {
            StoredRun now = fixture.memory.runs().find(KEY);
            if (written.get() == null && now != null && now.lastEvent() > known) {
                written.set(now.status());
            }
        });
        String error = error(command);
        if (error != null) {
            return error;
        }
        StoredRun after = fixture.memory.runs().find(KEY);
        if (after == null) {
            return before == null ? "-" : "no run";
        }
        String event = firstEvent(known);
        if (event == null) {
            boolean isUnchanged = after.status() == before.status()
                    && messages() == waiting
                    && after.mode() == before.mode()
                    && Objects.equals(after.cancelRequestedBy(), before.cancelRequestedBy());
            return isUnchanged ? "-" : after.status() + " no event";
        }
        return (written.get() == null ? after.status() : written.get()) + " " + event;
    }

    private long messages() {
        RunLook look = fixture.memory.lists().look(KEY);
        return look == null ? 0 : look.messages();
    }

    private static String error(Runnable command) {
        try {
            command.run();
            return null;
        } catch (Throwable thrown) {
            return thrown instanceof StepgraphException known
                    ? known.code().name()
                    : thrown.getClass().getSimpleName();
        }
    }

    private String firstEvent(long after) {
        return kinds(after).findFirst().orElse(null);
    }

    private Stream<String> kinds(long after) {
        EventLog log = fixture.memory.log().events(KEY, after, Integer.MAX_VALUE);
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

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(fixture.store.writes()).containsOnly("command");
        assertCancelledOnce();
    }

    @Test
    void L6_the_owner_cancels_its_run_by_a_commit() {
        first = () -> fixture.memory.runs().command(KEY, new RunCommand.Cancel("ann"));

        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Cancelled<>("ann"));

        assertThat(fixture.store.writes()).contains("commit").doesNotContain("command", "release", "end");
        assertCancelledOnce();
    }

    @Test
    void L7_an_owner_that_releases_a_run_which_is_to_be_cancelled_cancels_it() {
        first = runner::close;
        fixture.store.before("release", () -> fixture.memory.runs().command(KEY, new RunCommand.Cancel("ann")));

        assertThat(error(() -> runs.run("one", Notes.of(), null))).isEqualTo("RUNNER_CLOSED");

        assertCancelledOnce();
    }

    @Test
    void L6_whoever_cancels_releases_the_run_in_the_place_of_a_dead_owner() {
        bring("RUNNING: owner dead");
        fixture.store.forget();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(fixture.store.writes()).contains("command", "release");
        assertCancelledOnce();
    }

    @Test
    void L6_the_reaper_cancels_a_run_whose_owner_has_not_seen_the_command() {
        bring("RUNNING: owner alive");
        runs.as(Actor.named("ann")).cancel("one");
        fixture.time.pass(Duration.ofMinutes(11));
        fixture.store.forget();

        assertThat(runner.reap(1_000)).containsExactly("one");

        assertThat(fixture.store.writes()).contains("end");
        assertCancelledOnce();
    }
}
