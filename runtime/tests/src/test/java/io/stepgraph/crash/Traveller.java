package io.stepgraph.crash;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Retention;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The program that is cut: brings one journey to its end, answers its question on the way, and says how it ended. Started
 * again it continues, with its former ticket if the arguments say so.
 */
final class Traveller {
    static final String RUN = "journey";

    /** Longer than any trouble, and an end for a program that would never come to one. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int THREAD = 6;

    private static final Journey.Approved ANSWER = new Journey.Approved("Ann");

    private final CrashPoints points;
    private final RunClient<Notes, Journey.Step> runs;
    private final Path ticket;

    private Traveller(CrashPoints points, RunClient<Notes, Journey.Step> runs, Path ticket) {
        this.points = points;
        this.runs = runs;
        this.ticket = ticket;
    }

    /**
     * Takes the store, the folder of the run, the name of this process, the milliseconds of lease and long delay, what is kept
     * of the run, and its thread if it has one.
     */
    public static void main(String[] args) throws IOException {
        CrashPoints points = CrashPoints.fromSystemProperties();
        Path folder = Path.of(args[1]);
        try (Store store = points.around(Stores.open(args[0]));
                Runner runner = runner(store, args)) {
            RunClient<Notes, Journey.Step> runs = runs(points, runner, args);
            System.out.println(said(new Traveller(points, runs, folder.resolve("ticket")).travel()));
        }
    }

    static Runner runner(Store store, String... args) {
        return Runner.builder(store)
                .lease(Duration.ofMillis(Long.parseLong(args[3])))
                .maxCrashes(Integer.MAX_VALUE)
                .retention(Retention.valueOf(args[5]))
                .deleteAfter(Duration.ZERO)
                .build();
    }

    static RunClient<Notes, Journey.Step> runs(CrashPoints points, Runner runner, String... args) {
        Performer performer = new Performer(points, Path.of(args[1]).resolve("performed"), args[2]);
        Journey journey = new Journey(Long.parseLong(args[4]));
        return args.length > THREAD
                ? runner.client(journey, performer, args[THREAD])
                : runner.client(journey, performer);
    }

    private RunOutcome<Journey.Step> travel() throws IOException {
        if (Files.exists(ticket)) {
            Ticket before = Ticket.parse(Files.readString(ticket));
            return patiently(() -> runs.answer(before, ANSWER));
        }
        RunOutcome<Journey.Step> outcome = patiently(() -> runs.run(RUN, Notes.atStart(), null));
        if (outcome instanceof RunOutcome.QuestionAsked<Journey.Step> asked) {
            points.reach("waiting");
            if (Files.exists(ticket.resolveSibling("keeps-tickets"))) {
                keep(asked.ticket());
            }
            return patiently(() -> runs.answer(asked.ticket(), ANSWER));
        }
        return outcome;
    }

    private void keep(Ticket given) throws IOException {
        Path whole = Files.writeString(ticket.resolveSibling("ticket.new"), given.id());
        Files.move(whole, ticket, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Makes the same call until the store answers, and complains each time that it does not. */
    static <T> T patiently(Supplier<T> call) {
        long until = System.nanoTime() + PATIENCE;
        while (true) {
            try {
                return call.get();
            } catch (StoreUnavailableException silent) {
                System.err.println(silent.getMessage());
                if (System.nanoTime() > until) {
                    throw silent;
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    static String said(RunOutcome<?> outcome) {
        if (outcome instanceof RunOutcome.Completed<?> completed) {
            Notes notes = (Notes) completed.result();
            return "completed " + notes.lines + ", "
                    + notes.tags.stream().sorted().toList() + ", " + notes.price.stripTrailingZeros();
        }
        return outcome.toString();
    }
}
