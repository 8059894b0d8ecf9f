package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.crash.Program.Role;
import io.stepgraph.engine.Runner;
import io.stepgraph.store.Status;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that die while they send messages to runs, take them and reply, on each store. */
@Timeout(600)
@Tag("Q6")
@Tag("Q7")
@Tag("Q9")
@Tag("R4")
abstract class MessageMatrix extends Matrix {
    /** On such a store. */
    MessageMatrix(Stores stores) throws Exception {
        super(stores);
    }

    /** A death between two writes is like one after the first of them. */
    @Test
    void Q6_Q9_messages_are_taken_once_and_replied_to_though_the_process_dies_after_any_write() throws Exception {
        dieAtEach("after-(tell|commit|acquire)#.*|(before-tell|inside-add)#1");
    }

    @Test
    @Tag("nightly")
    void Q6_Q9_messages_are_taken_once_and_replied_to_though_the_process_dies_at_any_point() throws Exception {
        dieAtEach("(before|after)-(tell|commit|acquire|start|find|look)#.*|inside.*");
    }

    private void dieAtEach(String places) throws Exception {
        List<FaultPoint> points = points(program(), Role.INBOX).stream()
                .filter(point -> point.at().matches(places))
                .toList();
        assertThat(points).extracting(FaultPoint::at).contains("after-tell#4", "after-acquire#2", "after-commit#5");
        dieAtEach(points, program(), Role.INBOX, (trial, dying) -> {
            assertThat(dying.end()).as("%s", dying).isEqualTo(Child.KILLED);
            assertThat(program().act(Role.INBOX, trial.run(), opened(), CrashPoints.fromSystemProperties()))
                    .as(trial.run())
                    .isEqualTo("completed [a, b, c] reply 3");
            assertThat(taken(trial)).as(trial.run()).containsExactly("a", "b", "c", "close");
        });
    }

    private static List<String> taken(Trial trial) {
        return trial.events().stream()
                .filter(event -> event.path("event").asString().equals("message-taken"))
                .map(event -> event.path("id").asString())
                .toList();
    }

    @Test
    @Tag("R11")
    void R11_Q6_a_write_of_messages_whose_fate_is_unknown_is_made_once() throws Exception {
        for (FaultPoint point : points(program(), Role.INBOX)) {
            if (point.place().matches("(before|after)-(tell|commit|acquire)")) {
                String run = "silent-" + point.at();
                int time = Integer.parseInt(point.at().substring(point.place().length() + 1));
                CrashPoints points =
                        CrashPoints.of(folder.resolve("points"), List.of(FaultPoint.silence(point.place(), time)));
                assertThat(program().act(Role.INBOX, run, points.around(opened()), points))
                        .as(run)
                        .isEqualTo("completed [a, b, c] reply 3");
                assertThat(taken(trial(run))).as(run).containsExactly("a", "b", "c", "close");
            }
        }
    }

    @Test
    @Tag("nightly")
    @Tag("L3")
    void Q6_L3_workers_that_are_killed_again_and_again_take_each_message_once_and_in_order() throws Exception {
        int messages = 200;
        List<String> runs =
                IntStream.range(0, 10).mapToObj(run -> "inbox-" + run).toList();
        List<Child> workers = new ArrayList<>();
        int started = 0;
        while (started < 4) {
            workers.add(worker(++started));
        }
        ExecutorService senders = Executors.newCachedThreadPool();
        try (Runner runner = Runner.builder(opened()).build()) {
            InboxGraph.Runs inboxes =
                    InboxGraph.of(new Inbox(CrashPoints.fromSystemProperties())).on(runner);
            List<Future<?>> sent = new ArrayList<>();
            for (String run : runs) {
                inboxes.enqueue(run, new Inbox.Notes());
                sent.add(senders.submit(() -> {
                    for (int i = 1; i <= messages; i++) {
                        Inbox.Add add = new Inbox.Add("note-" + i);
                        if (i % 10 == 0) {
                            assertThat(inboxes.askServe(run, add.text(), add).lines())
                                    .isEqualTo(i);
                        } else {
                            inboxes.tellServe(run, add.text(), add);
                        }
                    }
                    inboxes.tellServe(run, "close", new Inbox.Close());
                }));
            }
            Random random = new Random(7);
            while (runs.stream().anyMatch(run -> !trial(run).status().isEnd())) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
                int victim = random.nextInt(workers.size());
                // However slow the machine is, each takes a message before it dies.
                if (workers.get(victim).times("inside-add") > 0) {
                    workers.get(victim).kill();
                    workers.set(victim, worker(++started));
                }
            }
            for (Future<?> each : sent) {
                each.get();
            }
        } finally {
            senders.shutdownNow();
        }
        List<String> all = new ArrayList<>(
                IntStream.rangeClosed(1, messages).mapToObj(i -> "note-" + i).toList());
        all.add("close");
        for (String run : runs) {
            assertThat(trial(run).status()).isEqualTo(Status.COMPLETED);
            assertThat(taken(trial(run))).as(run).isEqualTo(all);
        }
    }

    private Child worker(int number) throws Exception {
        String name = "worker-" + number;
        return keep(
                Child.start(folder.resolve(name), List.of(), program().in(name).arguments(Role.WORK_INBOXES, "")));
    }
}
