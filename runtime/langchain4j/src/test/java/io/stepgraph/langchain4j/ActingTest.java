package io.stepgraph.langchain4j;

import static io.stepgraph.langchain4j.CallingAgent.texts;
import static io.stepgraph.langchain4j.Play.close;
import static io.stepgraph.langchain4j.Play.find;
import static io.stepgraph.langchain4j.Play.mail;
import static io.stepgraph.langchain4j.Play.note;
import static io.stepgraph.langchain4j.Play.refund;
import static io.stepgraph.langchain4j.StrictModel.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.CallingAgent.Turn;
import io.stepgraph.langchain4j.CallingAgentGraph.Outcome;
import io.stepgraph.langchain4j.CallingAgentGraph.Runs;
import io.stepgraph.langchain4j.Decision.Approved;
import io.stepgraph.langchain4j.Decision.Edited;
import io.stepgraph.langchain4j.Decision.Rejected;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.store.Store;
import io.stepgraph.store.memory.MemoryStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that change something: once, in the right mode, with an approval, and never "perhaps" (K6 to K10, K13). */
@Tag("K6")
@Tag("K7")
@Tag("K8")
@Tag("K9")
@Tag("K10")
@Tag("K13")
final class ActingTest {
    private final Store store = new MemoryStore();
    private final Runner runner =
            Runner.builder(store).maxMode(PermissionMode.BYPASS_PERMISSIONS).build();
    private final Shop shop = new Shop();
    private final Tools tools = Tools.of(shop);

    @AfterEach
    void close_all() {
        runner.close();
        store.close();
    }

    private Runs runs(Tools with) {
        return CallingAgentGraph.of(new CallingAgent(with)).on(runner);
    }

    private Outcome run(Tools with, ToolExecutionRequest... calls) {
        return runs(with).run("run-1", Turn.of(calls));
    }

    private Outcome answer(Tools with, Outcome asked, Decision decision) {
        return runs(with).answerApprove((Outcome.Approve) asked, decision);
    }

    /** The results of these calls, with an approval of each question. */
    private List<String> results(Tools with, ToolExecutionRequest... calls) {
        Outcome outcome = run(with, calls);
        while (outcome instanceof Outcome.Approve) {
            outcome = answer(with, outcome, new Approved());
        }
        return texts(outcome);
    }

    private static ToolSpecification named(String tool) {
        return ToolSpecification.builder().name(tool).build();
    }

    /** The tools of the shop, one of them with another description. */
    private Tools with(String tool, Does does) {
        return Tools.builder().add(shop).does(tool, does).build();
    }

    // Carried out.

    @Test
    void calls_are_made_one_after_the_other_behind_those_that_read() {
        Tools looking = Tools.builder()
                .add(shop)
                .add(named("look"), (request, memory) -> "There is " + shop.done, Does.READ)
                .build();

        assertThat(results(looking, note("1"), call("2", "look", "{}"), close("3")))
                .containsExactly("There is []", "Noted A-1.", "Closed A-1.");
        assertThat(shop.done).containsExactly("Noted A-1.", "Closed A-1.");
    }

    @Test
    void an_acting_tool_gets_its_key_its_call_the_run_and_who_has_approved() {
        Outcome asked = run(tools, refund("1", "A-1"));
        runs(tools).as(Actor.named("ann")).answerApprove((Outcome.Approve) asked, new Approved());
        Acting acting = shop.asked.get(0);

        assertThat(acting.call()).isEqualTo(refund("1", "A-1", 900));
        assertThat(acting.runId()).isEqualTo("run-1");
        assertThat(acting.approvedBy()).isEqualTo("ann");
        assertThat(shop.keys).hasSize(1);
        assertThatIllegalStateException().isThrownBy(acting::key).withMessageContaining("is over");
    }

    @Test
    void nothing_but_an_effect_calls_a_tool_that_takes_acting() throws Exception {
        ToolExecutor other = new DefaultToolExecutor(
                shop, Shop.class.getDeclaredMethod("refund", String.class, int.class, Acting.class));
        InvocationContext foreign = InvocationContext.builder()
                .invocationParameters(new InvocationParameters())
                .build();

        assertThatThrownBy(() -> other.executeWithContext(refund("1", "A-1"), foreign))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(shop.asked).isEmpty();
    }

    // Nothing happened, or nobody knows.

    @Test
    void a_call_in_doubt_parks_the_run_and_a_person_tells_its_result() {
        shop.failures = 1;
        Outcome parked = run(tools, note("1"));
        EffectInDoubt inDoubt = runs(tools).effectsInDoubt("run-1").get(0);
        inDoubt.done("\"Written.\"");

        assertThat(((Outcome.Parked) parked).reason())
                .contains("Effect 'tool[note 1]' of step 'act' is in doubt", "The connection was lost.");
        assertThat(inDoubt.request()).contains("A-1");
        assertThat(texts(runs(tools).resume("run-1"))).containsExactly("Written.");
        assertThat(shop.done).isEmpty();
    }

    @Test
    void an_exception_about_arguments_inside_a_tool_is_in_doubt() {
        shop.failures = 1;
        shop.failure = new ToolArgumentsException("of a call that this tool has made");

        assertThat(run(tools, note("1"))).isInstanceOf(Outcome.Parked.class);
    }

    static Stream<Does> repeating() {
        Does found = Does.act().reconcile(key -> Optional.of("Paid 900 cents for A-1."));
        return Stream.of(Does.act().sameKey(), found).flatMap(does -> Stream.of(does, does.ask("Pay {order} back?")));
    }

    @ParameterizedTest
    @MethodSource("repeating")
    void a_call_in_doubt_is_made_again_with_the_same_key_or_looked_up(Does does) {
        shop.failures = 1;

        assertThat(results(with("refund", does), refund("1", "A-1"))).containsExactly("Paid 900 cents for A-1.");
        assertThat(shop.keys).hasSize(shop.done.size() + 1).containsOnly(shop.keys.get(0));
    }

    @Test
    void an_exception_that_proves_that_nothing_happened_is_a_result() {
        shop.failures = 1;
        shop.failure = new EffectNotPerformedException("The disk is full.");

        assertThat(results(tools, note("1"))).containsExactly("Not carried out. The disk is full.");
        assertThat(runs(tools).effectsInDoubt("run-1")).isEmpty();
    }

    @Test
    void calls_before_one_in_doubt_are_not_made_again() {
        AtomicInteger calls = new AtomicInteger();
        ToolExecutor failing = (request, memory) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("The connection was lost.");
            }
            return "Done.";
        };
        Tools both = Tools.builder()
                .add(shop)
                .add(named("failing"), failing, Does.act().sameKey())
                .build();

        assertThat(results(both, note("1"), call("2", "failing", "{}"))).containsExactly("Noted A-1.", "Done.");
        assertThat(shop.done).containsExactly("Noted A-1.");
    }

    // Approvals.

    @Test
    void those_that_nobody_approves_come_first_and_each_other_one_has_its_question() {
        Outcome first = run(tools, refund("1", "A-1"), note("2"), refund("3", "A-3"));
        assertThat(shop.done).containsExactly("Noted A-1.");
        Outcome second = answer(tools, first, new Rejected("It was used."));
        Outcome outcome = answer(tools, second, new Approved());

        assertThat(((Outcome.Approve) first).question().text()).isEqualTo("Pay back 900 cents of \"A-1\"?");
        assertThat(((Outcome.Approve) second).question().text()).isEqualTo("Pay back 900 cents of \"A-3\"?");
        assertThat(texts(outcome))
                .containsExactly(
                        "Noted A-1.",
                        "Not carried out. A person rejected this call. It was used.",
                        "Paid 900 cents for A-3.");
        assertThat(shop.done).containsExactly("Noted A-1.", "Paid 900 cents for A-3.");
    }

    @Test
    void a_rule_decides_which_calls_are_approved() {
        Does strange = Does.act().askIf(call -> !call.arguments().get("order").equals("A-1"), "Note {order}?");
        Outcome asked = run(with("note", strange), note("1"), call("2", "note", "{\"order\": \"B-1\"}"));

        assertThat(shop.done).containsExactly("Noted A-1.");
        assertThat(((Outcome.Approve) asked).question().text()).isEqualTo("Note \"B-1\"?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 | refund | {"order": "A-1", "cents": 100} | Paid 100 cents for A-1.
            1 | refund | {"cents": 900, "order": "A-1"} | Paid 900 cents for A-1.
            2 | refund | {"order": "A-1", "cents": 900} | Not carried out: the person's edit names another call.
            1 | note   | {"order": "A-1"}               | Not carried out: the person's edit names another call.
            1 | refund | {"order": "A-1"}               | Not carried out. The argument 'cents' is missing.
            """)
    void an_edited_call_is_checked_and_carried_out_instead(String id, String tool, String arguments, String told) {
        Outcome asked = run(tools, refund("1", "A-1"));
        Outcome outcome = answer(tools, asked, new Edited(ToolCall.of(id, tool, arguments)));
        String changed = "A person changed the arguments, so this was carried out instead: refund "
                + "{\"cents\":100,\"order\":\"A-1\"}\n";

        assertThat(texts(outcome)).containsExactly(arguments.contains("100") ? changed + told : told);
        assertThat(shop.done).isEqualTo(told.startsWith("Not") ? List.of() : List.of(told));
        assertThat(((Outcome.Completed) outcome).result().conversation.toString())
                .contains("\\\"cents\\\": 900");
    }

    // Modes.

    @Test
    void the_mode_of_each_acting_call_is_required_before_any_of_them_and_a_plan_only_reads() {
        runs(tools).enqueue("run-1", Turn.of(find("1", "A-1"), note("2"), close("3")));
        for (PermissionMode mode : List.of(PermissionMode.PLAN, PermissionMode.DEFAULT)) {
            runs(tools).mode("run-1", mode);
            Outcome parked = runs(tools).resume("run-1");
            assertThat(((Outcome.Parked) parked).required()).isEqualTo(PermissionMode.ACCEPT_EDITS);
            assertThat(shop.done).isEmpty();
        }
        runs(tools).mode("run-1", PermissionMode.ACCEPT_EDITS);

        assertThat(texts(runs(tools).resume("run-1")))
                .containsExactly("A-1 cost 900 cents.", "Noted A-1.", "Closed A-1.");
    }

    @Test
    void an_approved_call_requires_its_mode_again() {
        Tools asking = with("close", Does.act().ask("Close it?").inMode(PermissionMode.ACCEPT_EDITS));
        Outcome asked = run(asking, close("1"));
        runs(asking).mode("run-1", PermissionMode.DEFAULT);
        Outcome parked = answer(asking, asked, new Approved());
        assertThat(((Outcome.Parked) parked).required()).isEqualTo(PermissionMode.ACCEPT_EDITS);
        assertThat(shop.done).isEmpty();
        runs(asking).mode("run-1", PermissionMode.ACCEPT_EDITS);

        assertThat(texts(runs(asking).resume("run-1"))).containsExactly("Closed A-1.");
    }

    @Test
    void a_rule_that_throws_lets_no_call_of_the_turn_be_carried_out() {
        Does broken = Does.act().askIf(call -> ((String) call.arguments().get("cents")).isEmpty(), "Pay?");

        assertThat(run(with("refund", broken), note("1"), refund("2", "A-1"))).isInstanceOf(Outcome.Failed.class);
        assertThat(shop.done).isEmpty();
    }

    // Other builds.

    private static Tools only(String tool, ToolExecutor executor, Does does) {
        return Tools.builder().add(named(tool), executor, does).build();
    }

    private static Tools withoutShop() {
        return only("look", (request, memory) -> "There it is.", Does.READ);
    }

    /** Leaves a note of this build in doubt. */
    private EffectInDoubt leaveInDoubt() {
        shop.failures = 1;
        run(tools, note("1"));
        return runs(tools).effectsInDoubt("run-1").get(0);
    }

    @Test
    void an_approved_call_whose_tool_is_gone_has_a_result() {
        Outcome outcome = answer(withoutShop(), run(tools, refund("1", "A-1")), new Approved());

        assertThat(texts(outcome)).containsExactly("Not carried out. There is no tool 'refund'. There are [look].");
    }

    @Test
    void an_open_call_whose_tool_is_gone_has_a_result() {
        leaveInDoubt().notPerformed();
        Outcome outcome = runs(withoutShop()).resume("run-1");

        assertThat(texts(outcome)).containsExactly("Not carried out. There is no tool 'note'. There are [look].");
    }

    @Test
    void an_open_call_whose_tool_asks_by_now_is_asked_about() {
        leaveInDoubt().notPerformed();
        Outcome asked = runs(with("note", Does.act().ask("Note {order}?"))).resume("run-1");

        assertThat(((Outcome.Approve) asked).question().text()).isEqualTo("Note \"A-1\"?");
        assertThat(shop.done).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_call_that_another_build_has_carried_out_keeps_its_result_and_is_not_asked_about(boolean isGone) {
        leaveInDoubt().done("\"Noted.\"");
        Outcome outcome = runs(isGone ? withoutShop() : with("note", Does.act().ask("Note {order}?")))
                .resume("run-1");

        assertThat(texts(outcome)).containsExactly("Noted.");
        assertThat(shop.done).isEmpty();
    }

    @Test
    void an_approved_call_that_another_build_has_carried_out_keeps_its_result_although_its_tool_is_gone() {
        Outcome asked = run(tools, mail("1"));
        shop.failures = 1;
        answer(tools, asked, new Approved());
        runs(tools).effectsInDoubt("run-1").get(0).done("\"Mailed.\"");

        assertThat(texts(runs(withoutShop()).resume("run-1"))).containsExactly("Mailed.");
    }

    static Stream<Does> later() {
        return Stream.of(Does.act().sameKey().ask("Note {order}?"), Does.READ);
    }

    @ParameterizedTest
    @MethodSource("later")
    void a_call_that_another_build_has_left_in_doubt_waits_for_a_person(Does later) {
        shop.failures = 9;
        run(with("note", Does.act().sameKey()), note("1"));
        Outcome parked = runs(with("note", later)).retry("run-1");

        assertThat(((Outcome.Parked) parked).reason()).contains("tool[note 1]", "in doubt");
    }

    @Test
    void a_call_in_which_the_process_of_another_build_has_died_waits_for_a_person() {
        ToolExecutor dying = (request, memory) -> {
            throw new OutOfMemoryError("for this test");
        };
        Does repeated = Does.act().sameKey();
        assertThatThrownBy(() -> run(only("note", dying, repeated), call("1", "note", "{}")))
                .isInstanceOf(OutOfMemoryError.class);
        Outcome parked = runs(only("note", dying, repeated.ask("Note?"))).resume("run-1");

        assertThat(((Outcome.Parked) parked).reason()).contains("tool[note 1]", "in doubt");
    }

    @Test
    void an_approved_call_whose_tool_only_reads_by_now_is_made() {
        Outcome asked = run(tools, mail("1"));
        shop.failures = 1;
        Outcome outcome = answer(with("mail", Does.READ), asked, new Approved());

        assertThat(texts(outcome)).containsExactly("Not carried out. The connection was lost.");
    }
}
