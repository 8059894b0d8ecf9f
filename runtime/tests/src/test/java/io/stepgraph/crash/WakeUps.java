package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs that pause, each of them woken up from this process right before, or right after, its owner in another process has
 * stored that it rests (L7). None may be stuck.
 */
final class WakeUps {
    static final Journey.Approved FIRST_ANSWER = new Journey.Approved("Ann");

    private static final Journey.Approved OTHER_ANSWER = new Journey.Approved("Bob");
    private static final Journey.Approved LAST_ANSWER = new Journey.Approved("Cid");

    /** The one before was that of the step before. */
    private static final int COMMIT = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String storeName;
    private final Path folder;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Future<RunOutcome<Crossing.Step>>> attached = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    WakeUps(String storeName, Path folder) {
        this.storeName = storeName;
        this.folder = folder;
    }

    /** The commands from outside. */
    enum Event {
        CANCEL,
        MODE,
        /** The answer to the earlier question, which is given once more. */
        SAME_ANSWER,
        /** Another answer to that question. */
        OTHER_ANSWER,
        /** The time for the whole run is over. */
        DEADLINE,
        /** The answer to the question that has just been stored. */
        ANSWER,
        /** The time for that answer is over. */
        EXPIRY
    }

    /** A run, and what happens to it. */
    private record Case(Crossing.Resting resting, Event event, boolean isBefore, FaultPoint cut) {
        static Case before(Crossing.Resting resting, Event event) {
            return new Case(resting, event, true, FaultPoint.pause("before-commit", COMMIT));
        }

        static Case after(Crossing.Resting resting, Event event) {
            return new Case(resting, event, false, FaultPoint.pause("after-commit", COMMIT));
        }

        String id() {
            return event + "-" + (isBefore ? "before-" : "after-") + resting;
        }

        /** How far the call of the owner comes. */
        String ownerIsTold() {
            boolean isToGoOn = event == Event.MODE && isBefore;
            return switch (resting) {
                case WAIT, WAIT_BRIEFLY -> event == Event.CANCEL && isBefore ? "Cancelled" : "QuestionAsked";
                case PARK -> event == Event.CANCEL && isBefore ? "Cancelled" : isToGoOn ? end() : "Parked";
                case DELAY -> end();
            };
        }

        /** How the run ends. */
        String end() {
            String way = "[begin, choose by Ann, ";
            return switch (event) {
                case CANCEL -> "Cancelled";
                case DEADLINE -> "DEADLINE_EXCEEDED";
                case EXPIRY -> way + "wait-briefly, expired, last]";
                case ANSWER -> way + "wait, answered by Bob, last]";
                case MODE, SAME_ANSWER, OTHER_ANSWER ->
                    switch (resting) {
                        case WAIT, WAIT_BRIEFLY -> way + "wait, answered by Cid, last]";
                        case PARK -> way + "park, last]";
                        case DELAY -> way + "delay, last]";
                    };
            };
        }

        /** Whether the run pauses at all. */
        boolean rests() {
            return !isBefore || !(event == Event.CANCEL || (event == Event.MODE && resting == Crossing.Resting.PARK));
        }
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Crossing.Resting resting : List.of(Crossing.Resting.WAIT, Crossing.Resting.PARK, Crossing.Resting.DELAY)) {
            for (Event event :
                    List.of(Event.CANCEL, Event.MODE, Event.SAME_ANSWER, Event.OTHER_ANSWER, Event.DEADLINE)) {
                cases.add(Case.before(resting, event));
                cases.add(Case.after(resting, event));
            }
        }
        cases.add(Case.after(Crossing.Resting.WAIT, Event.ANSWER));
        cases.add(Case.after(Crossing.Resting.WAIT_BRIEFLY, Event.EXPIRY));
        return cases;
    }

    /** Wakes all of them up; what was violated, empty if nothing was. */
    List<String> all() throws Exception {
        List<Case> cases = cases();
        try (Store store = Stores.open(storeName);
                Runner runner = Crosser.runner(store)) {
            Map<String, Ticket> tickets = new HashMap<>();
            List<String> arguments = new ArrayList<>(List.of(folder.toString()));
            try (Runner low = Runner.builder(store).build()) {
                for (Case one : cases) {
                    Ticket ticket = begin(low, one);
                    tickets.put(one.id(), ticket);
                    arguments.addAll(
                            List.of(one.id(), one.resting().name(), one.cut().toString(), ticket.id()));
                }
            }
            try (Child owner =
                    Child.start(Crosser.class, folder, List.of(), storeName, arguments.toArray(String[]::new))) {
                for (Case one : cases) {
                    owner.awaitPause(one.id(), one.cut());
                    happen(one, runner, tickets.get(one.id()));
                    owner.goOn(one.id(), one.cut());
                }
                if (owner.end() != 0) {
                    violations.add("the owner died: " + owner);
                }
                for (Case one : cases) {
                    check(one, owner.said(), runner, store);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        return violations;
    }

    private static Ticket begin(Runner runner, Case one) {
        return ((RunOutcome.QuestionAsked<Crossing.Step>)
                        Crosser.runs(runner, one.resting(), one.id()).run(one.id(), Notes.atStart(), null))
                .ticket();
    }

    private void happen(Case one, Runner runner, Ticket ticket) throws Exception {
        RunClient<Notes, Crossing.Step> runs = Crosser.runs(runner, one.resting(), one.id());
        switch (one.event()) {
            case CANCEL -> runs.cancel(one.id(), "Bob");
            case MODE -> runs.mode(one.id(), PermissionMode.ACCEPT_EDITS, "Bob");
            case SAME_ANSWER -> attached.put(one.id(), answerAgain(one, ticket));
            case OTHER_ANSWER -> refuse(one, runs, ticket);
            case DEADLINE -> endTime(one.id());
            case ANSWER -> {
                RunOutcome<Crossing.Step> open = Objects.requireNonNull(runs.outcome(one.id()));
                runs.answer(((RunOutcome.QuestionAsked<Crossing.Step>) open).ticket(), OTHER_ANSWER);
            }
            case EXPIRY -> runs.resume(one.id());
        }
    }

    /** In a thread of its own, since the run is being executed; returns once the answer was found to be known. */
    private Future<RunOutcome<Crossing.Step>> answerAgain(Case one, Ticket ticket)
            throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve(one.id()).resolve("attached"));
        CrashPoints points = CrashPoints.of(place, List.of());
        Future<RunOutcome<Crossing.Step>> call = threads.submit(() -> {
            try (Store store = points.around(Stores.open(storeName));
                    Runner runner = Crosser.runner(store)) {
                return Crosser.runs(runner, one.resting(), one.id()).answer(ticket, FIRST_ANSWER);
            }
        });
        if (!points.awaitReached("after-answer", 1, PATIENCE)) {
            violations.add(one.id() + ": the store was not given the answer once more");
        }
        return call;
    }

    private void refuse(Case one, RunClient<Notes, Crossing.Step> runs, Ticket ticket) {
        try {
            violations.add(one.id() + ": took a second answer and came to " + runs.answer(ticket, OTHER_ANSWER));
        } catch (StaleAnswerException expected) {
            // As it should be.
        }
    }

    /** For this run, the clock is put forward. */
    private void endTime(String id) throws SQLException {
        try (Connection other = Stores.of(storeName).other(storeName);
                Statement sql = other.createStatement()) {
            sql.execute("update runs set deadline_at = started_at where id = '" + id + "'");
        }
    }

    private void check(Case one, List<String> said, Runner runner, Store store) throws Exception {
        List<String> wrong = new ArrayList<>();
        RunClient<Notes, Crossing.Step> runs = Crosser.runs(runner, one.resting(), one.id());
        if (!said.contains(one.id() + " " + one.ownerIsTold())) {
            wrong.add("the owner was not told " + one.ownerIsTold() + " but "
                    + said.stream().filter(line -> line.startsWith(one.id())).toList());
        }
        Future<RunOutcome<Crossing.Step>> other = attached.get(one.id());
        if (other != null && !Crosser.said(other.get()).equals(one.ownerIsTold())) {
            wrong.add("who had attached was told " + Crosser.said(other.get()));
        }
        String end = Crosser.said(finish(one, runs));
        if (!end.equals(one.end())) {
            wrong.add("it ended with " + end + " instead of " + one.end());
        }
        StoredLog log = StoredLog.read(store, Objects.requireNonNull(store.find(new RunKey("default", one.id()))));
        wrong.addAll(log.violations());
        int rests = log.count(one.resting().event) - (one.resting().event.equals("question-asked") ? 1 : 0);
        if (rests != (one.rests() ? 1 : 0)) {
            wrong.add("it came to rest " + rests + " times");
        }
        // The thread is free: another run begins in it.
        runs.run(one.id() + "-next", Notes.atStart(), null);
        if (!wrong.isEmpty()) {
            violations.add(one.id() + ": " + wrong + "\n  " + log);
        }
    }

    /** The action of the next caller. */
    private static RunOutcome<Crossing.Step> finish(Case one, RunClient<Notes, Crossing.Step> runs) {
        RunOutcome<Crossing.Step> outcome = runs.resume(one.id());
        if (outcome instanceof RunOutcome.Parked<Crossing.Step>) {
            runs.mode(one.id(), PermissionMode.ACCEPT_EDITS, "Cid");
            return runs.resume(one.id());
        }
        return outcome instanceof RunOutcome.QuestionAsked<Crossing.Step> asked
                ? runs.answer(asked.ticket(), LAST_ANSWER)
                : outcome;
    }
}
