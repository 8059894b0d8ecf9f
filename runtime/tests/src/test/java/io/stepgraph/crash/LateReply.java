package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An owner whose first commit is answered, and whose lease is renewed, only after another runner has ended the run. */
final class LateReply {
    private static final FaultPoint REPLY = FaultPoint.pause("after-commit", 1);
    private static final FaultPoint RENEWAL = FaultPoint.pause("before-renew", 1);
    private static final Journey.Approved ANSWER = new Journey.Approved("Ann");

    private final String storeName;
    private final Path folder;
    private final Duration lease;

    LateReply(String storeName, Path folder, Duration lease) {
        this.storeName = storeName;
        this.folder = folder;
        this.lease = lease;
    }

    /** The attempts that the owner has begun in the end. */
    List<Journey.Attempt> stepsBegunByTheOwner() throws Exception {
        Path signs = Files.createDirectories(folder.resolve("owner"));
        CrashPoints cut = CrashPoints.of(signs, List.of(REPLY, RENEWAL));
        CrashPoints uncut = CrashPoints.of(Files.createDirectories(folder.resolve("heir")), List.of());
        try (Store store = cut.around(Stores.open(storeName));
                Store same = Stores.open(storeName);
                Runner owner = runner(store);
                Runner heir = runner(same)) {
            CompletableFuture<RunOutcome<Journey.Step>> call = CompletableFuture.supplyAsync(
                    () -> runs(owner, cut, "owner").run(Traveller.RUN, Notes.atStart(), null),
                    task -> new Thread(task).start());
            await(call, signs, REPLY);
            await(call, signs, RENEWAL);
            RunClient<Notes, Journey.Step> heirs = runs(heir, uncut, "heir");
            RunOutcome.QuestionAsked<Journey.Step> asked =
                    (RunOutcome.QuestionAsked<Journey.Step>) heirs.resume(Traveller.RUN);
            assertThat(heirs.answer(asked.ticket(), ANSWER)).isInstanceOf(RunOutcome.Completed.class);

            Files.delete(signs.resolve(REPLY.at()));
            Files.delete(signs.resolve(RENEWAL.at()));

            assertThat(call.get(60, TimeUnit.SECONDS)).isInstanceOf(RunOutcome.Completed.class);
        }
        return Performer.read(performed()).stream()
                .filter(step -> step.process().equals("owner") && !step.isLeft())
                .map(Performer.Performed::attempt)
                .toList();
    }

    private Runner runner(Store store) {
        return Runner.builder(store).lease(lease).build();
    }

    private RunClient<Notes, Journey.Step> runs(Runner runner, CrashPoints points, String process) {
        return runner.client(new Journey(20), new Performer(points, performed(), process));
    }

    private Path performed() {
        return folder.resolve("performed");
    }

    /** Until the owner pauses there. */
    private static void await(CompletableFuture<?> call, Path signs, FaultPoint faultPoint)
            throws InterruptedException {
        while (Files.notExists(signs.resolve(faultPoint.at()))) {
            assertThat(call).as("pauses at " + faultPoint).isNotDone();
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }
}
