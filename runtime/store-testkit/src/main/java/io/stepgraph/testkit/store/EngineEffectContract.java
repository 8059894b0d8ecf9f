package io.stepgraph.testkit.store;

import static io.stepgraph.testkit.store.EngineFixture.completed;
import static io.stepgraph.testkit.store.EngineFixture.on;
import static io.stepgraph.testkit.store.EngineFixture.parked;
import static io.stepgraph.testkit.store.Errors.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.RunStream;
import io.stepgraph.runtime.event.StreamedEvent;
import io.stepgraph.testkit.store.ContractAgent.Notes;
import io.stepgraph.testkit.store.ContractAgent.Turn;
import io.stepgraph.testkit.store.ContractAgentGraph.Outcome;
import io.stepgraph.testkit.store.ContractAgentGraph.Runs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Side effects, also of processes that died in their middle. */
@Tag("E1")
@Tag("E2")
@Tag("E3")
@Tag("E4")
@Tag("E5")
@Tag("E7")
interface EngineEffectContract extends EngineFixture {

    record Refund(int cents) {}

    record Receipt(String id) {}

    /** A remote system that performs a key once. */
    final class Bank {
        final Map<String, String> performed = new ConcurrentHashMap<>();
        final List<String> calls = new CopyOnWriteArrayList<>();
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch never = new CountDownLatch(1);

        Receipt refund(String key) {
            calls.add(key);
            return new Receipt(performed.computeIfAbsent(key, unused -> "receipt " + performed.size()));
        }

        Optional<Receipt> find(String key) {
            return Optional.ofNullable(performed.get(key)).map(Receipt::new);
        }

        /** An agent that asks for a refund. */
        ContractAgent agent(UnaryOperator<Effect<Refund, Receipt>> policy, boolean hangs) {
            return ContractAgent.of().acting((notes, context) -> {
                Effect<Refund, Receipt> effect = context.once("refund", new Refund(500), Receipt.class);
                Receipt receipt = policy.apply(effect).call((key, refund) -> {
                    Receipt given = refund(key);
                    if (hangs) {
                        inside.countDown();
                        EngineFixture.uninterrupted(never);
                    }
                    return given;
                });
                notes.lines.add(receipt.id());
            });
        }
    }

    /**
     * A process dies inside the call, after the bank has performed it; the runs of the next process. The call of the
     * dead process ends later, and its result is to count for nothing.
     */
    private Runs afterACrash(Bank bank, UnaryOperator<Effect<Refund, Receipt>> policy) throws Exception {
        EngineProcess dying = process(EngineSettings.DEFAULT);
        Runs lost = on(dying, bank.agent(policy, true));
        begin(() -> lost.run("one", Notes.of(Turn.END)));
        bank.inside.await();
        dying.die();
        Runs next = runs(bank.agent(policy, false));
        pass(patience());
        // A later attempt in the same process waits for it (E5).
        bank.never.countDown();
        return next;
    }

    @Test
    default void E1_an_effect_is_performed_once_for_all_attempts_of_a_visit() {
        Bank bank = new Bank();
        AtomicInteger attempts = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            Receipt receipt =
                    context.once("refund", new Refund(500), Receipt.class).call((key, refund) -> bank.refund(key));
            notes.lines.add(receipt.id());
            if (attempts.incrementAndGet() < 3) {
                throw new TransientException("later");
            }
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.END)))).containsExactly("receipt 0");
        assertThat(bank.calls).hasSize(1);
        assertThat(attempts).hasValue(3);
    }

    @Test
    default void E1_a_step_can_tell_which_effects_an_earlier_attempt_has_begun() {
        Bank bank = new Bank();
        List<Boolean> begun = new CopyOnWriteArrayList<>();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            begun.add(context.hasBegun("refund", "ann"));
            begun.add(context.hasBegun("refund", "bob"));
            context.once("refund", new Refund(500), Receipt.class).item("ann").call((key, refund) -> bank.refund(key));
            if (begun.size() < 4) {
                throw new TransientException("later");
            }
        }));

        completed(runs.run("one", Notes.of(Turn.END)));

        assertThat(begun).containsExactly(false, false, true, false);
    }

    @Test
    default void E2_another_request_for_an_effect_parks_the_run() {
        Bank bank = new Bank();
        AtomicInteger attempts = new AtomicInteger();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            context.once("refund", new Refund(attempts.incrementAndGet()), Receipt.class)
                    .call((key, refund) -> bank.refund(key));
            throw new TransientException("later");
        }));

        assertThat(parked(runs.run("one", Notes.of(Turn.END))).reason()).contains("refund");
        assertThat(bank.calls).hasSize(1);
    }

    @Test
    default void E2_a_list_may_be_the_request_of_an_effect() {
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            List<Refund> refunds = List.of(new Refund(500), new Refund(700));
            Receipt receipt = context.once("refunds", refunds, Receipt.class)
                    .call((key, stored) -> new Receipt(stored.get(1).cents() + " cents"));
            notes.lines.add(receipt.id());
        }));

        assertThat(completed(runs.run("one", Notes.of(Turn.END)))).containsExactly("700 cents");
    }

    @Test
    default void E2_a_business_key_is_performed_once_for_all_runs() {
        Bank bank = new Bank();
        Runs runs = runs(bank.agent(effect -> effect.key("order-42"), false));

        assertThat(completed(runs.run("one", Notes.of(Turn.END)))).containsExactly("receipt 0");
        assertThat(completed(runs.run("two", Notes.of(Turn.END)))).containsExactly("receipt 0");
        assertThat(bank.calls).hasSize(1);
    }

    @Test
    @Tag("slow")
    default void E4_a_call_whose_end_is_not_known_parks_until_a_person_decides() throws Exception {
        Bank bank = new Bank();
        Runs runs = afterACrash(bank, effect -> effect);

        assertThat(parked(runs.run("one", Notes.of(Turn.END))).reason()).contains("refund");
        List<EffectInDoubt> inDoubt = runs.effectsInDoubt("one");
        assertThat(inDoubt).hasSize(1);
        assertThat(inDoubt.get(0).key()).isEqualTo(bank.calls.get(0));
        inDoubt.get(0).done("{\"id\":\"found by ann\"}");

        assertThat(completed(runs.resume("one"))).containsExactly("found by ann");
        try (RunStream log = runs.events("one")) {
            assertThat(log)
                    .extracting(StreamedEvent::event)
                    .containsSubsequence(
                            new RunEvent.EffectResolved("one", "act", 2, "refund", null, true, ""),
                            new RunEvent.Resumed("one", "act", 2));
        }
        assertThat(bank.calls).hasSize(1);
    }

    @Test
    @Tag("slow")
    default void E4_an_effect_that_a_person_says_was_not_performed_is_called_again_with_its_key() throws Exception {
        Bank bank = new Bank();
        Runs runs = afterACrash(bank, effect -> effect);
        parked(runs.run("one", Notes.of(Turn.END)));

        runs.effectsInDoubt("one").get(0).notPerformed();

        assertThat(completed(runs.resume("one"))).containsExactly("receipt 0");
        assertThat(bank.calls).hasSize(2).containsOnly(bank.calls.get(0));
    }

    @Test
    @Tag("slow")
    default void E4_a_call_that_may_be_repeated_is_made_again_with_its_key() throws Exception {
        Bank bank = new Bank();
        Runs runs = afterACrash(bank, Effect::retryWithSameKey);

        assertThat(completed(runs.run("one", Notes.of(Turn.END)))).containsExactly("receipt 0");
        assertThat(bank.calls).hasSize(2).containsOnly(bank.calls.get(0));
        assertThat(bank.performed).hasSize(1);
    }

    @Test
    @Tag("slow")
    default void E4_a_call_is_reconciled_once_its_time_is_over() throws Exception {
        Bank bank = new Bank();
        Runs runs = afterACrash(
                bank, effect -> effect.callTimeout(Duration.ofMillis(500)).reconcile(bank::find));
        pass(patience());

        assertThat(completed(runs.run("one", Notes.of(Turn.END)))).containsExactly("receipt 0");
        assertThat(bank.calls).hasSize(1);
    }

    @Test
    default void E7_a_run_that_ends_in_a_call_tells_its_effect_in_doubt() throws Exception {
        Bank bank = new Bank();
        Runs runs = runs(ContractAgent.of().acting((notes, context) -> {
            context.once("refund", new Refund(500), Receipt.class).call((key, refund) -> {
                bank.inside.countDown();
                bank.never.await();
                return bank.refund(key);
            });
        }));
        Future<Outcome> call = call(() -> runs.run("one", Notes.of(Turn.END)));
        bank.inside.await();

        runs.as(Actor.named("ann")).cancel("one");

        assertThat(((Outcome.Cancelled) call.get()).effectsInDoubt())
                .hasSize(1)
                .allMatch(name -> name.contains("refund"));
    }

    @Test
    @Tag("slow")
    default void E7_a_run_that_has_ended_with_an_effect_in_doubt_is_deleted_once_a_person_has_decided()
            throws Exception {
        Bank bank = new Bank();
        Runs runs = afterACrash(bank, effect -> effect);
        parked(runs.run("one", Notes.of(Turn.END)));
        runs.as(Actor.named("ann")).cancel("one");

        assertThrown(ErrorCode.ILLEGAL_RUN_STATUS, () -> runs.delete("one"), "refund");
        runs.effectsInDoubt("one").get(0).notPerformed();

        assertThat(runs.delete("one")).isTrue();
    }
}
