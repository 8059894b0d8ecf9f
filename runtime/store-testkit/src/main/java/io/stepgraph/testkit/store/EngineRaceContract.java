package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.decide;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.StaleAnswerException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.testkit.store.ContractAgent.Approved;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many clients of two processes at the same moment. */
@Tag("I3")
@Tag("L6")
@Tag("L7")
interface EngineRaceContract extends EngineFixture {
    int RUNS = 10;
    int CLIENTS = 12;

    @Test
    default void I3_L6_L7_clients_who_answer_cancel_and_change_the_mode_agree_on_one_end() throws Exception {
        List<Runs> processes = List.of(runs(ContractAgent.of()), runs(ContractAgent.of()));
        Runs runs = processes.get(0);
        List<Outcome.Decide> questions = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            questions.add(decide(runs.run("run-" + run, Notes.of(Turn.DECIDE))));
        }
        Set<String> taken = ConcurrentHashMap.newKeySet();

        Race.of(CLIENTS, client -> {
            for (Outcome.Decide asked : questions) {
                act(processes.get(client % 2), asked, client, taken);
            }
            return null;
        });

        for (Outcome.Decide asked : questions) {
            String id = asked.ticket().runId();
            runs.as(Actor.named("ann")).mode(id, PermissionMode.ACCEPT_EDITS);
            Outcome end = runs.resume(id);
            List<RunEvent> log = log(runs, id);
            assertThat(log)
                    .filteredOn(event -> event instanceof RunEvent.Completed || event instanceof RunEvent.Cancelled)
                    .containsExactly(log.get(log.size() - 1));
            assertThat(log.get(log.size() - 1) instanceof RunEvent.Completed)
                    .isEqualTo(end instanceof Outcome.Completed);
            assertThat(log)
                    .filteredOn(RunEvent.Answered.class::isInstance)
                    .hasSize((int) taken.stream().filter(id::equals).count())
                    .hasSizeLessThan(2);
            assertThat(log)
                    .filteredOn(event -> event instanceof RunEvent.StepFinished step
                            && step.step().equals("pay"))
                    .hasSizeLessThan(2);
        }
    }

    private static void act(Runs runs, Outcome.Decide asked, int client, Set<String> taken) {
        String id = asked.ticket().runId();
        Actor actor = Actor.named("client " + client);
        if (client < 8) {
            try {
                runs.answerDecide(asked, new Approved(actor.name()));
                assertThat(taken.add(id)).as("the only answer of %s", id).isTrue();
            } catch (StaleAnswerException late) {
                assertThat(late).hasMessageContaining(id);
            }
        } else if (client < 10) {
            runs.as(actor).mode(id, client == 8 ? PermissionMode.PLAN : PermissionMode.ACCEPT_EDITS);
        } else {
            // A moment later, so that answers win, too.
            LockSupport.parkNanos(client * 200_000L);
            runs.as(actor).cancel(id);
        }
    }

    private static List<RunEvent> log(Runs runs, String id) {
        List<RunEvent> events = new ArrayList<>();
        try (RunStream stream = runs.events(id)) {
            stream.forEach(event -> events.add(event.event()));
        }
        return events;
    }
}
