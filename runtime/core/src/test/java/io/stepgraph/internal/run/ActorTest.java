package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who acts (W1). */
@Timeout(30)
@Tag("W1")
final class ActorTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    /** An actor of the program, which may change at any time. */
    private static final class SignedIn implements Actor {
        private String name = "ann";

        @Override
        public String name() {
            return name;
        }

        @Override
        public Set<String> roles() {
            return Set.of("reviewer");
        }
    }

    @Test
    void W1_the_log_names_the_actor_of_each_call() {
        Runner runner = fixture.runner(builder -> builder);
        RunClient<Notes, Node> runs = runner.client(Graphs.review(), new Object());
        Ticket ticket = Outcomes.asked(runs.as(Actor.named("ann")).run("one", Notes.of(), null))
                .ticket();
        runner.as(Actor.named("bob")).mode("one", PermissionMode.PLAN);
        runs.as(Actor.named("cid")).answer(ticket, new Graphs.Approved("Ann"));

        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .contains(
                        new RunEvent.Started("one", "ann", Map.of()),
                        new RunEvent.ModeChanged("one", PermissionMode.PLAN, "bob"),
                        new RunEvent.Answered("one", ticket, new Graphs.Approved("Ann"), "cid", List.of()));
    }

    @Test
    void W1_without_an_actor_no_name_is_stored() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);
        runs.cancel("one");

        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .contains(new RunEvent.Started("one"), new RunEvent.Cancelled("one", ""));
    }

    @Test
    void W1_an_actor_that_changes_later_changes_nothing() {
        SignedIn actor = new SignedIn();
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review()).as(actor);
        actor.name = "eve";
        runs.run("one", Notes.of(), null);
        runs.cancel("one");

        assertThat(runs.events("one"))
                .extracting(StreamedEvent::event)
                .contains(new RunEvent.Started("one", "ann", Map.of()), new RunEvent.Cancelled("one", "ann"));
    }
}
