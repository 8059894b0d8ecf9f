package io.stepgraph.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.store.RunQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        Ticket ticket = Outcomes.ticket(runs.as(Actor.named("ann")).run("one", Notes.of(), null));
        runner.as(Actor.named("bob")).mode("one", PermissionMode.PLAN);
        runner.as(Actor.named("dan")).label("one", Map.of("priority", "high"));
        runs.as(Actor.named("cid")).answer(ticket, new Graphs.Approved("Ann"));

        assertThat(Events.of(runs.events("one")))
                .contains(
                        new RunEvent.Started("one", "ann", Map.of()),
                        new RunEvent.ModeChanged("one", PermissionMode.PLAN, "bob"),
                        new RunEvent.LabelsChanged("one", Map.of("priority", "high"), "dan"),
                        new RunEvent.Answered("one", ticket, new Graphs.Approved("Ann"), "cid", List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "' ann', U+0020 SPACE at index 0",
        "'ann ', U+0020 SPACE at index 3",
        "'ann\u00A0', U+00A0 NO-BREAK SPACE at index 3",
        "'\u3000ann', U+3000 IDEOGRAPHIC SPACE at index 0",
        "'an\u200Bn', U+200B ZERO WIDTH SPACE at index 2",
        "'an\u00ADn', U+00AD SOFT HYPHEN at index 2",
        "'\u202Eann', U+202E RIGHT-TO-LEFT OVERRIDE at index 0",
        "'ann\t', U+0009 CHARACTER TABULATION at index 3",
        "'an\u2028n', U+2028 LINE SEPARATOR at index 2",
        "'an\u0000n', U+0000 NULL at index 2",
        "'ann\u3164', U+3164 HANGUL FILLER at index 3",
        "'an\u2065n', U+2065 at index 2",
        "'ann\uFFF8', U+FFF8 at index 3",
        "'an\uDB40\uDC41n', U+E0041 TAG LATIN CAPITAL LETTER A at index 2",
        "'\uD83D\uDE00e\u0301', U+0301 COMBINING ACUTE ACCENT at index 3",
        "'\u212Bsa', U+212B ANGSTROM SIGN at index 0",
    })
    void W1_a_name_that_looks_like_another_one_is_refused_with_its_character(String name, String character) {
        assertThatThrownBy(() -> Actor.named(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(character + ", which");
        assertThatThrownBy(() -> Actor.named("ann", name)).hasMessageContainingAll("a role", character);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "Ann Lee", "山田　太郎", "Zoë", "ann@example.com", "😀", "CORP\\ann", "ß"})
    void W1_a_name_with_one_spelling_is_taken_as_it_is(String name) {
        assertThat(Actor.named(name, name).roles()).containsExactly(name);
    }

    @Test
    void W1_each_name_passes_the_normaliser_of_the_runner_once() {
        List<String> given = new ArrayList<>();
        Runner runner = fixture.runner(builder -> builder.names(name -> {
            given.add(name);
            return name.toLowerCase(Locale.ROOT);
        }));
        RunClient<Notes, Node> ann =
                runner.client(Graphs.review(), new Object()).as(Actor.named("Ann", "Lead"));
        ann.run("one", Notes.of(), null);
        runner.as(Actor.named("BOB")).cancel("one");

        assertThat(Events.of(ann.events("one")))
                .contains(new RunEvent.Started("one", "ann", Map.of()), new RunEvent.Cancelled("one", "bob"));
        assertThat(runner.list(RunQuery.ALL.startedBy("ann")).runs()).hasSize(1);
        assertThat(given).containsExactly("Ann", "BOB");
    }

    @Test
    void W1_a_normaliser_that_gives_no_name_is_an_error_of_the_call() {
        Map<String, String> names = Map.of("ann", "ann ", "bob", "");
        Runner runner = fixture.runner(builder -> builder.names(names::get));

        assertThatThrownBy(() -> runner.as(Actor.named("ann")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("names(...)", "'ann'", "U+0020 SPACE at index 3");
        assertThatThrownBy(() -> runner.as(Actor.named("bob"))).hasMessageContainingAll("'bob'", "1 to 200");
        assertThatThrownBy(() -> runner.as(Actor.named("eve")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("returned null for 'eve'");
        IllegalStateException down = new IllegalStateException("The directory is down.");
        Runner failing = fixture.runner(builder -> builder.names(name -> {
            throw down;
        }));
        assertThatThrownBy(() -> failing.as(Actor.named("ann")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'ann'", "The directory is down.")
                .hasCause(down);
    }

    /** As a program lets somebody act as another one. */
    private record Support(String name, Set<String> roles, String actsAs) implements Actor {}

    @Test
    void W1_the_log_says_as_whom_somebody_acted_and_the_store_keeps_the_own_name() {
        Runner runner = fixture.runner(builder -> builder.names(name -> name.toLowerCase(Locale.ROOT)));
        Actor support = new Support("ann", Set.of("reviewer"), "Bob");
        RunClient<Notes, Node> runs =
                runner.client(Graphs.review(), new Object()).as(support);
        Ticket ticket = Outcomes.ticket(runs.run("one", Notes.of(), null));
        runner.as(support).mode("one", PermissionMode.PLAN);
        runs.answer(ticket, new Graphs.Approved("Ann"));

        assertThat(Events.of(runs.events("one")))
                .contains(
                        new RunEvent.Started("one", "ann as bob", Map.of()),
                        new RunEvent.ModeChanged("one", PermissionMode.PLAN, "ann as bob"),
                        new RunEvent.Answered(
                                "one", ticket, new Graphs.Approved("Ann"), "ann as bob", List.of("reviewer")));
        assertThat(runner.list(RunQuery.ALL.startedBy("ann")).runs()).hasSize(1);
        assertThat(fixture.answeredBy()).isEqualTo("ann");
    }

    @Test
    void W1_without_an_actor_no_name_is_stored() {
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review());
        runs.run("one", Notes.of(), null);
        runs.cancel("one");

        assertThat(Events.of(runs.events("one")))
                .contains(new RunEvent.Started("one"), new RunEvent.Cancelled("one", ""));
    }

    @Test
    void W1_an_actor_that_changes_later_changes_nothing() {
        SignedIn actor = new SignedIn();
        RunClient<Notes, Node> runs = fixture.runs(Graphs.review()).as(actor);
        actor.name = "eve";
        runs.run("one", Notes.of(), null);
        runs.cancel("one");

        assertThat(Events.of(runs.events("one")))
                .contains(new RunEvent.Started("one", "ann", Map.of()), new RunEvent.Cancelled("one", "ann"));
    }
}
