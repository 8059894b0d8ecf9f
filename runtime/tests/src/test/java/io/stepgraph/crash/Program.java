package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.crash.TripGraph.Outcome;
import io.stepgraph.engine.Runner;
import io.stepgraph.engine.Worker;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.RunNotFoundException;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The program that is killed, and that the test executes in its own process too.
 *
 * @param store the name of the store
 * @param folder where steps write down what they have begun
 * @param process the name of the process
 * @param port the port of the payment server
 * @param businessKey the key of the charge; empty if it is the run's own
 * @param mode the mode of a run that is started
 * @param stepMillis how long the first step takes
 */
record Program(
        String store,
        Path folder,
        String process,
        int port,
        Trip.Policy policy,
        String businessKey,
        Duration lease,
        PermissionMode mode,
        int stepMillis) {
    private static final int OPTIONS = 9;

    /** How often a worker's process may die in a visit before the run is executed alone. */
    static final int MAX_CRASHES = 2;

    /** Longer than any trouble lasts, and an end for a program that would never come to one. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    /** Begins the line that says what a caller was told. */
    static final String TOLD = "told: ";

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    /** What a process does. */
    enum Role {
        /** Brings a run to its end, and answers its question. */
        RUN,
        /** Brings a run of {@link Tools} to its end. */
        TOGETHER,
        /** Brings a run of {@link Bookings} to its end. */
        BOOK,
        /** Brings a run of {@link Nap} to its end. */
        NAP,
        /** Sends messages to a run of {@link Inbox}, asks it, and brings it to its end. */
        INBOX,
        /** Brings a run of {@link Party} to its end, answers its guest, and retries it. */
        PARTY,
        CANCEL,
        /** Answers as somebody does who has nothing but the store. */
        SUBMIT,
        /** Ends what was cut off. */
        REAP,
        /** Brings as many runs as its argument says to their ends, in an order of its own, and cancels some. */
        RACE,
        /** Executes what is enqueued until it is killed. */
        WORK,
        /** The same, and closes its worker when it is asked to stop. */
        WORK_AND_CLOSE,
        /** Executes the runs of {@link Party} that are enqueued, and their guests, until it is killed. */
        WORK_PARTIES,
        /** The same with runs of {@link Inbox}. */
        WORK_INBOXES
    }

    /** The same in another process. */
    Program in(String name) {
        return new Program(store, folder, name, port, policy, businessKey, lease, mode, stepMillis);
    }

    /** The same whose runs start in another mode. */
    Program in(PermissionMode other) {
        return new Program(store, folder, process, port, policy, businessKey, lease, other, stepMillis);
    }

    /** The same whose first step takes so long. */
    Program taking(int millis) {
        return new Program(store, folder, process, port, policy, businessKey, lease, mode, millis);
    }

    /** The same with another charge. */
    Program charging(Trip.Policy other, String key) {
        return new Program(store, folder, process, port, other, key, lease, mode, stepMillis);
    }

    /** The arguments of {@link #main}. */
    List<String> arguments(Role role, String run) {
        return List.of(
                store,
                folder.toString(),
                process,
                Integer.toString(port),
                policy.name(),
                businessKey,
                lease.toString(),
                mode.name(),
                Integer.toString(stepMillis),
                role.name(),
                run);
    }

    public static void main(String[] args) throws InterruptedException {
        Program program = new Program(
                args[0],
                Path.of(args[1]),
                args[2],
                Integer.parseInt(args[3]),
                Trip.Policy.valueOf(args[4]),
                args[5],
                Duration.parse(args[6]),
                PermissionMode.valueOf(args[7]),
                Integer.parseInt(args[8]));
        Role role = Role.valueOf(args[OPTIONS]);
        CrashPoints points = CrashPoints.fromSystemProperties();
        try (Store opened = points.around(Stores.open(program.store))) {
            if (role.name().startsWith(Role.WORK.name())) {
                program.work(role, opened, points);
            }
            program.act(role, args[OPTIONS + 1], opened, points);
        }
    }

    private void work(Role role, Store opened, CrashPoints points) throws InterruptedException {
        try (Worker worker = Worker.builder(opened)
                .maxMode(mode)
                .maxCrashes(role == Role.WORK_PARTIES || role == Role.WORK_INBOXES ? Integer.MAX_VALUE : MAX_CRASHES)
                .graphs(graph(role, points))
                .build()) {
            if (role == Role.WORK_AND_CLOSE) {
                Runtime.getRuntime().addShutdownHook(new Thread(worker::close));
            }
            worker.start();
            Thread.currentThread().join();
        }
    }

    private AgentGraph<?, ?, ?, ?, ?, ?> graph(Role role, CrashPoints points) {
        return switch (role) {
            case WORK_PARTIES -> party(points);
            case WORK_INBOXES -> InboxGraph.of(new Inbox(points));
            default -> TripGraph.of(new Trip(this, points));
        };
    }

    /** Acts in this process, and prints what came of it. */
    String act(Role role, String run, Store opened, CrashPoints points) {
        try (Runner runner = Runner.builder(opened)
                .lease(lease)
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .startMode(mode)
                .maxCrashes(Integer.MAX_VALUE)
                .parallel(1)
                .build()) {
            TripGraph.Runs runs = TripGraph.of(new Trip(this, points)).on(runner);
            String said = switch (role) {
                case RUN -> said(play(runs, run, points));
                case TOGETHER -> together(runner, run, points);
                case BOOK -> book(runner, run, points);
                case NAP -> nap(runner, run, points);
                case INBOX -> inbox(runner, run, points);
                case PARTY -> party(runner, run, points);
                case RACE -> race(runs, runner, Integer.parseInt(run), points);
                case CANCEL -> cancel(runner, run);
                case SUBMIT ->
                    patiently(() -> {
                        if (runs.outcome(run).orElseThrow() instanceof Outcome.Ask asked) {
                            runner.answer(asked.ticket().id(), "{\"by\":\"" + process + "\"}");
                        }
                        return "";
                    });
                case REAP -> patiently(() -> runner.reap(1_000).toString());
                case WORK, WORK_AND_CLOSE, WORK_PARTIES, WORK_INBOXES ->
                    throw new IllegalArgumentException(role.name());
            };
            System.out.println(said);
            return said;
        }
    }

    private String together(Runner runner, String run, CrashPoints points) {
        ToolsGraph.Runs runs = ToolsGraph.of(new Tools(this, points)).on(runner);
        ToolsGraph.Outcome outcome = patiently(() -> runs.run(run, new Tools.Notes()));
        return outcome instanceof ToolsGraph.Outcome.Completed completed
                ? "completed " + completed.result().receipts
                : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private String book(Runner runner, String run, CrashPoints points) {
        BookingsGraph.Runs runs = BookingsGraph.of(new Bookings(Stores.of(store).ownSchema, points))
                .on(runner);
        BookingsGraph.Outcome outcome = patiently(() -> runs.run(run, Bookings.Trip.of(run)));
        return outcome instanceof BookingsGraph.Outcome.Completed completed
                ? "completed " + completed.result().booked
                : outcome.toString();
    }

    private String nap(Runner runner, String run, CrashPoints points) {
        NapGraph.Runs runs = NapGraph.of(new Nap(points)).on(runner);
        NapGraph.Outcome outcome = patiently(() -> runs.run(run, new Nap.Notes()));
        if (outcome instanceof NapGraph.Outcome.Rest) {
            points.reach("waiting");
        }
        while (outcome instanceof NapGraph.Outcome.Rest) {
            LockSupport.parkNanos(PAUSE);
            outcome = patiently(() -> runs.resume(run));
        }
        return outcome instanceof NapGraph.Outcome.Completed completed
                ? "completed " + completed.result().lines
                : outcome.toString();
    }

    private String inbox(Runner runner, String run, CrashPoints points) {
        InboxGraph.Runs runs = InboxGraph.of(new Inbox(points)).on(runner);
        patiently(() -> runs.run(run, new Inbox.Notes()));
        for (String id : List.of("a", "b")) {
            patiently(() -> tell(runs, run, id, new Inbox.Add(id)));
        }
        Inbox.Count count = patiently(() -> runs.askServe(run, "c", new Inbox.Add("c")));
        patiently(() -> tell(runs, run, "close", new Inbox.Close()));
        InboxGraph.Outcome outcome = patiently(() -> runs.resume(run));
        return outcome instanceof InboxGraph.Outcome.Completed completed
                ? "completed " + completed.result().lines + " reply " + count.lines()
                : outcome.toString();
    }

    private static boolean tell(InboxGraph.Runs runs, String run, String id, Inbox.Job job) {
        runs.tellServe(run, id, job);
        return true;
    }

    PartyGraph party(CrashPoints points) {
        return PartyGraph.of(new Party(new Party.Guest(this, points), points));
    }

    private String party(Runner runner, String run, CrashPoints points) {
        PartyGraph.Runs runs = party(points).on(runner);
        PartyGraph.Outcome outcome = patiently(() -> runs.run(run, Party.Notes.of(run, 3)));
        while (true) {
            if (outcome instanceof PartyGraph.Outcome.Invite invite) {
                points.reach("waiting");
                invite.waiting().forEach(guest -> answer(runs.guest(), guest.outcome()));
                outcome = patiently(() -> runs.resume(run));
            } else if (outcome instanceof PartyGraph.Outcome.Failed) {
                points.reach("failed");
                giveMoney(run);
                outcome = patiently(() -> retry(runs, run));
            } else {
                return outcome instanceof PartyGraph.Outcome.Completed completed
                        ? "completed " + completed.result().lines
                        : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
            }
        }
    }

    private static PartyGraph.Outcome retry(PartyGraph.Runs runs, String run) {
        try {
            return runs.retry(run);
        } catch (StepgraphException isRetried) {
            if (isRetried.code() != ErrorCode.ILLEGAL_RUN_STATUS) {
                throw isRetried;
            }
            return runs.resume(run);
        }
    }

    private void giveMoney(String run) {
        try {
            Payments.call(port, "chargeOnce", Party.account(run));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void answer(Party_GuestGraph.Children guests, Party_GuestGraph.Outcome outcome) {
        if (outcome instanceof Party_GuestGraph.Outcome.Ask asked) {
            patiently(() -> guests.answerAsk(asked, new Party.Word("please")));
        }
    }

    private String cancel(Runner runner, String run) {
        return patiently(() -> {
            runner.as(Actor.named(process)).cancel(run);
            return "";
        });
    }

    private Outcome play(TripGraph.Runs runs, String run, CrashPoints points) {
        Outcome outcome = patiently(() -> runs.run(run, new Trip.Notes()));
        while (outcome instanceof Outcome.Ask asked) {
            points.reach("waiting");
            outcome = patiently(() -> answer(runs, run, asked));
        }
        return outcome;
    }

    private Outcome answer(TripGraph.Runs runs, String run, Outcome.Ask asked) {
        try {
            return runs.answerAsk(asked, new Trip.Approval(process));
        } catch (StaleAnswerException somebodyElseHasAnswered) {
            return runs.resume(run);
        }
    }

    private String race(TripGraph.Runs runs, Runner runner, int count, CrashPoints points) {
        List<String> order = new ArrayList<>();
        for (int run = 0; run < count; run++) {
            order.add("race-" + run);
        }
        Random random = new Random(process.hashCode());
        Collections.shuffle(order, random);
        points.reach("ready");
        List<String> said = new ArrayList<>();
        for (String run : order) {
            if (random.nextInt(8) == 0) {
                try {
                    cancel(runner, run);
                } catch (RunNotFoundException early) {
                    // It is started then.
                }
            }
            said.add(run + " " + said(play(runs, run, points)));
        }
        return String.join("\n", said);
    }

    /** Makes the same call until the store answers, and complains each time that it does not. */
    private static <T> T patiently(Supplier<T> call) {
        long until = System.nanoTime() + PATIENCE;
        while (true) {
            try {
                return call.get();
            } catch (StoreUnavailableException silent) {
                System.err.println(TOLD + silent.getMessage());
                if (System.nanoTime() > until) {
                    throw silent;
                }
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    static String said(Outcome outcome) {
        if (outcome instanceof Outcome.Completed completed) {
            return "completed " + completed.result().lines + " " + completed.result().receipt;
        }
        return outcome instanceof Outcome.Failed failed
                ? "failed " + failed.failure().code()
                : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
