package io.stepgraph.crash;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The program that owns many runs at once, answers their first question, and says how far each call came. */
final class Crosser {
    private Crosser() {}

    /** Arguments: the store, a folder, and for each run its id, how it pauses or ends, its crash point, and its ticket. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        ExecutorService threads = Executors.newCachedThreadPool(call -> {
            Thread thread = new Thread(call);
            thread.setDaemon(true);
            return thread;
        });
        try (Store store = Stores.open(args[0])) {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 2; i < args.length; i += 4) {
                String id = args[i];
                Crossing.Resting resting = Crossing.Resting.valueOf(args[i + 1]);
                Path place = Files.createDirectories(folder.resolve(id));
                CrashPoints points = CrashPoints.of(place, List.of(FaultPoint.parse(args[i + 2])));
                Ticket ticket = Ticket.parse(args[i + 3]);
                calls.add(threads.submit(() -> {
                    try (Runner runner = runner(points.around(store))) {
                        RunClient<Notes, Crossing.Step> runs = runs(runner, resting, id);
                        RunOutcome<Crossing.Step> outcome =
                                Traveller.patiently(() -> runs.answer(ticket, WakeUps.FIRST_ANSWER));
                        System.out.println(id + " " + said(outcome));
                    }
                    return null;
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
        }
    }

    static Runner runner(Store store) {
        return Runner.builder(store)
                .lease(CrashMatrix.SHORT_LEASE)
                .maxMode(PermissionMode.ACCEPT_EDITS)
                .build();
    }

    /** Each run is the only one of its thread. */
    static RunClient<Notes, Crossing.Step> runs(Runner runner, Crossing.Resting resting, String thread) {
        return runner.client(new Crossing(CrashMatrix.LONG_DELAY.toMillis()), resting, thread);
    }

    static String said(RunOutcome<Crossing.Step> outcome) {
        if (outcome instanceof RunOutcome.Completed<Crossing.Step> completed) {
            return ((Notes) completed.result()).lines.toString();
        }
        if (outcome instanceof RunOutcome.Failed<Crossing.Step> failed) {
            return failed.failure().code().toString();
        }
        return outcome.getClass().getSimpleName();
    }
}
