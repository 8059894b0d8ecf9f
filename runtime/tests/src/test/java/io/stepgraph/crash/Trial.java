package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.crash.Program.Role;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * One run through the lives of several processes, the last of which is that of the test. Each begins where the run
 * stood in the store, and performs no attempt that was stored; in the end all is as if nobody had died.
 */
final class Trial {
    /** The attempts of a run that nobody disturbs: step, visit, attempt. */
    static final List<String> ATTEMPTS =
            List.of("plan 1 1", "fetch 2 1", "fetch 2 2", "charge 3 1", "ask 4 1", "pay 5 1", "report 6 1");

    private static final List<String> LOG = List.of(
            "started",
            "step-started plan 1 1",
            "step-finished plan 1 1 fetch",
            "step-started fetch 2 1",
            "step-retrying fetch 2 1",
            "step-started fetch 2 2",
            "step-finished fetch 2 2 charge",
            "step-started charge 3 1",
            "step-finished charge 3 1 ask",
            "step-started ask 4 1",
            "question-asked ask 4",
            "answered ask 4",
            "step-started pay 5 1",
            "step-finished pay 5 1 report",
            "step-started report 6 1",
            "step-finished report 6 1",
            "completed");
    private static final Set<String> DURABLE = Set.of("step-finished", "step-retrying", "question-asked");
    private static final List<String> FIELDS = List.of("event", "step", "visit", "attempt", "next");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Program program;
    private final Supplier<Store> opened;
    private final Payments payments;
    private final String run;
    private int lives;
    private int begun;
    private int durable;
    private int deaths;
    private long lastDead;

    /** Of a run; its store is opened when it is looked at. */
    Trial(Program program, Supplier<Store> opened, Payments payments, String run) {
        this.program = program;
        this.opened = opened;
        this.payments = payments;
        this.run = run;
    }

    String run() {
        return run;
    }

    /** The usual program: no lease ends by itself. */
    static Program program(String store, Path folder, Payments payments, Duration lease) {
        return new Program(
                store, folder, "test", payments.port(), Trip.Policy.RETRY, "", lease, PermissionMode.ACCEPT_EDITS, 0);
    }

    /** Starts a process that brings the run to its end. */
    Child begin(FaultPoint... faults) throws IOException {
        return begin(Role.RUN, faults);
    }

    Child begin(Role role, FaultPoint... faults) throws IOException {
        String name = "process-" + ++lives;
        return Child.start(
                program.folder().resolve(run + "-" + name),
                List.of(faults),
                program.in(name).arguments(role, run));
    }

    /** Lets a process live until it is killed there. */
    void die(FaultPoint fault) throws Exception {
        die(Role.RUN, fault);
    }

    void die(Role role, FaultPoint fault) throws Exception {
        try (Child child = begin(role, fault)) {
            die(child);
        }
    }

    /** Waits until a process is killed. */
    void die(Child child) throws Exception {
        assertThat(child.end()).as("%s", child).isEqualTo(Child.KILLED);
        look();
    }

    /** Whatever a process has begun was the next attempt, and at most the last of them is not stored. */
    private void look() throws IOException {
        List<String> all = begunBy("");
        List<String> now = List.copyOf(new LinkedHashSet<>(all.subList(begun, all.size())));
        begun = all.size();
        int before = durable;
        durable = (int) events().stream()
                .filter(event -> DURABLE.contains(event.path("event").asString()))
                .count();
        assertThat(now)
                .isEqualTo(ATTEMPTS.stream().skip(before).limit(now.size()).toList());
        assertThat(durable).isBetween(before + now.size() - 1, before + now.size());
        StoredRun stored = opened.get().runs().find(key());
        if (stored != null && stored.status() == Status.RUNNING && stored.fencingToken() != lastDead) {
            lastDead = stored.fencingToken();
            deaths++;
        }
    }

    /** The lease of the present owner is over, and it takes the run over from itself. */
    void losesLease() {
        deaths++;
    }

    private RunKey key() {
        return new RunKey("default", run);
    }

    StoredRun stored() {
        return Objects.requireNonNull(opened.get().runs().find(key()));
    }

    Status status() {
        return stored().status();
    }

    /** The attempts that a process has begun, the empty name stands for all. */
    List<String> begunBy(String process) throws IOException {
        Path file = program.folder().resolve(run);
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        return lines.stream()
                .filter(line -> process.isEmpty() || line.startsWith(process + " "))
                .map(line -> decided(line.substring(line.indexOf(' ') + 1)))
                .toList();
    }

    /** After a person has decided on the charge, the step is tried for the second time. */
    private static String decided(String attempt) {
        return attempt.replace("charge 3 2", "charge 3 1");
    }

    /** The log of the run, which has no gap. */
    List<JsonNode> events() {
        List<JsonNode> events = new ArrayList<>();
        EventLog log = opened.get().log().events(key(), 0, Integer.MAX_VALUE);
        for (EventLog.Batch batch : log == null ? List.<EventLog.Batch>of() : log.batches()) {
            assertThat(batch.first()).isEqualTo(events.size() + 1);
            JSON.readTree(batch.events().utf8()).forEach(events::add);
            assertThat(batch.last()).isEqualTo(events.size());
        }
        return events;
    }

    /** How many events of a kind there are. */
    long count(String kind) {
        return events().stream()
                .filter(event -> event.path("event").asString().equals(kind))
                .count();
    }

    /** Continues the run in this process until it ends, or until a person has to look at its charge. */
    String next() {
        return program.act(Role.RUN, run, opened.get(), CrashPoints.fromSystemProperties());
    }

    /** Brings the run to its end in this process, if need be after a look at what the server knows of its charge. */
    String end() {
        String said = next();
        if (said.equals("parked")) {
            resolve();
            said = next();
        }
        return said;
    }

    /** A person looks at what the server knows of the charges in doubt. */
    void resolve() {
        try (Runner console = Runner.builder(opened.get()).build()) {
            for (EffectInDoubt effect : console.effectsInDoubt(run)) {
                List<String> receipts = payments.receipts(effect.key());
                if (receipts.isEmpty()) {
                    effect.notPerformed();
                } else {
                    effect.done("\"" + receipts.get(0) + "\"");
                }
            }
        }
    }

    /** The run ends in this process as if nobody had died. */
    void endsUndisturbed() throws IOException {
        endsUndisturbed(end());
    }

    /** It has ended so, as somebody says. */
    void endsUndisturbed(String said) throws IOException {
        look();
        assertThat(said.replaceAll("process-\\d+|test", "X"))
                .isEqualTo("completed [plan, fetch, pay, as X said, report] receipt-0");
        assertThat(durable).isEqualTo(ATTEMPTS.size());
        assertThat(charges()).isEqualTo(1);
        assertThat(count("taken-over")).isEqualTo(deaths);
        assertThat(events().stream()
                        .map(event -> decided(line(event)))
                        .filter(Trial::isOfTheLog)
                        .distinct())
                .isEqualTo(LOG);
    }

    private static String line(JsonNode event) {
        return FIELDS.stream()
                .filter(event::has)
                .map(field -> event.path(field).asString())
                .collect(Collectors.joining(" "));
    }

    /** Others tell of processes that died. */
    private static boolean isOfTheLog(String line) {
        String kind = line.split(" ", -1)[0];
        return LOG.stream().anyMatch(expected -> expected.split(" ", -1)[0].equals(kind));
    }

    /** How often the server has charged for the run. */
    int charges() {
        return opened.get().effects().find(key()).stream()
                .mapToInt(effect -> payments.receipts(effect.key()).size())
                .sum();
    }

    /** Who gave the answer that counts. */
    String answeredBy() {
        return events().stream()
                .filter(event -> event.path("event").asString().equals("answered"))
                .map(event -> event.path("answer").path("by").asString())
                .collect(Collectors.joining());
    }

    /** The attempts that were begun once more after such a process. */
    List<String> begunAgainAfter(Predicate<String> process) throws IOException {
        Map<String, String> by = new HashMap<>();
        return Files.readAllLines(program.folder().resolve(run)).stream()
                .filter(line -> {
                    int space = line.indexOf(' ');
                    String before = by.put(line.substring(space), line.substring(0, space));
                    return before != null && process.test(before);
                })
                .toList();
    }

    /** Removes the run, whichever process may still consider itself its owner. */
    void delete() {
        try (Runner console = Runner.builder(opened.get()).build()) {
            if (!status().isEnd()) {
                console.as(Actor.named("ann")).cancel(run);
            }
            console.effectsInDoubt(run).forEach(effect -> effect.notPerformed());
            assertThat(opened.get().removals().delete(key())).isTrue();
        }
    }
}
