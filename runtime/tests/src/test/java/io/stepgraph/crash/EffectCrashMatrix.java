package io.stepgraph.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.testkit.store.FaultPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real processes are killed at each boundary of an effect, on each store. A server process counts the charges that were really
 * made: one if the policy makes a repeat safe, at most one otherwise.
 */
@Timeout(300)
@Tag("E1")
@Tag("E3")
@Tag("E4")
abstract class EffectCrashMatrix {
    private static final int RANDOM_KILLS = Integer.getInteger("crash.effectKills", 6);
    private static final int BATCH = 25;
    private static final int LONGEST_LIFE_MILLIS = 900;

    private static final List<String> PLACES = List.of(
            "inside-charge",
            "before-beginEffect",
            "after-beginEffect",
            "inside-call",
            "called",
            "before-endEffect",
            "after-endEffect",
            "before-commit",
            "after-commit");

    @TempDir
    Path folder;

    private final Stores stores;
    private String store;
    private Child server;
    private int port;
    private int children;

    /** The last argument of payers, if there is one. */
    private List<String> businessKey = List.of();

    /** On such a store. */
    EffectCrashMatrix(Stores stores) {
        this.stores = stores;
    }

    @BeforeEach
    void open() throws IOException {
        store = stores.create(folder);
        server = PaymentServer.start(folder.resolve("server"), store);
        port = PaymentServer.port(server);
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        stores.drop(store);
    }

    static Stream<Arguments> cuts() {
        return Stream.of(Payer.Policy.values())
                .flatMap(policy -> PLACES.stream()
                        // The end of an effect that may be repeated is written with the commit.
                        .filter(place -> policy == Payer.Policy.PARK || !place.endsWith("endEffect"))
                        .map(place -> Arguments.of(policy, place)));
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void E1_a_process_that_is_killed_at_an_effect_charges_once(Payer.Policy policy, String place) throws Exception {
        try (Child killed = payer("one", policy, FaultPoint.halt(place, 1))) {
            assertThat(killed.end()).as(killed.toString()).isEqualTo(Child.KILLED);
        }

        assertEndsWithOneCharge("one", policy);
    }

    /** In batches, each of which ends within the time of a test. */
    static Stream<Arguments> batches() {
        return Stream.of(Payer.Policy.values())
                .flatMap(policy -> IntStream.iterate(0, done -> done < RANDOM_KILLS, done -> done + BATCH)
                        .mapToObj(done -> Arguments.of(policy, done, Math.min(BATCH, RANDOM_KILLS - done))));
    }

    @ParameterizedTest
    @MethodSource("batches")
    void E1_processes_that_are_killed_at_random_charge_once(Payer.Policy policy, int seed, int kills) throws Exception {
        Random random = new Random(seed);
        for (int run = 0; run < kills; run++) {
            try (Child killed = payer("run-" + run, policy)) {
                killed.killAfter(random.nextInt(LONGEST_LIFE_MILLIS));
                killed.end();
            }
            assertEndsWithOneCharge("run-" + run, policy);
        }
    }

    static Stream<Arguments> cutsInsideTheCall() {
        return Stream.of(Payer.Policy.values())
                .flatMap(policy -> Stream.of("inside-call", "called", "before-endEffect")
                        .map(place -> Arguments.of(policy, place)));
    }

    /** Another run with the business key finds the call of the killed process. */
    @ParameterizedTest
    @MethodSource("cutsInsideTheCall")
    @Tag("E2")
    void E2_runs_that_share_a_business_key_charge_once_though_one_is_killed(Payer.Policy policy, String place)
            throws Exception {
        businessKey = List.of("order-42");
        try (Child killed = payer("one", policy, FaultPoint.halt(place, 1))) {
            assertThat(killed.end()).as(killed.toString()).isEqualTo(Child.KILLED);
        }

        assertEndsWithOneCharge("two", policy);
        assertEndsWithOneCharge("one", policy);

        assertThat(effect("one").key()).isEqualTo(effect("two").key());
        assertThat(PaymentServer.call(port, "total", "-")).isEqualTo("1");
    }

    /** The owner is frozen between STARTED and the call. It looks at its lease before the call, and so never calls. */
    @ParameterizedTest
    @EnumSource
    @Tag("L1")
    void E4_an_owner_that_was_frozen_before_the_call_does_not_call(Payer.Policy policy) throws Exception {
        FaultPoint before = FaultPoint.pause("after-beginEffect", 1);
        try (Child zombie = frozen("one", policy, before)) {
            String said = lastLine("one", policy);
            zombie.thaw();
            assertThat(zombie.end()).as(zombie.toString()).isZero();

            assertThat(said).startsWith(policy == Payer.Policy.PARK ? "parked" : "completed");
            assertThat(last(zombie)).isEqualTo(said);
        }
        assertThat(PaymentServer.call(port, "total", "-")).isEqualTo(policy == Payer.Policy.PARK ? "0" : "1");
        assertEndsWithOneCharge("one", policy);
    }

    /** The owner is frozen inside the call, and delivers the call late. */
    @ParameterizedTest
    @EnumSource
    @Tag("L1")
    void E4_the_result_of_an_owner_that_was_frozen_inside_the_call_is_refused(Payer.Policy policy) throws Exception {
        FaultPoint inside = FaultPoint.pause("inside-call", 1);
        try (Child zombie = frozen("one", policy, inside)) {
            String said = lastLine("one", policy);
            if (policy == Payer.Policy.RECONCILE) {
                // The other one has asked only when the time of this call was over. The late call comes all the same.
                assertThat(effect("one").callUntil()).isAfter(effect("one").startedAt());
            }
            zombie.thaw();
            assertThat(zombie.end()).as(zombie.toString()).isZero();

            assertThat(last(zombie)).isEqualTo(said);
            assertThat(effect("one").status())
                    .isEqualTo(policy == Payer.Policy.PARK ? EffectStatus.IN_DOUBT : EffectStatus.DONE);
        }
        if (policy != Payer.Policy.RECONCILE) {
            assertEndsWithOneCharge("one", policy);
        }
    }

    static Stream<Arguments> placesOfFrozenOwners() {
        return Stream.of("after-beginEffect", "inside-call")
                .flatMap(place -> Stream.of(Payer.Policy.values()).map(policy -> Arguments.of(policy, place)));
    }

    /** The run of the owner is deleted, and its id belongs to another run. */
    @ParameterizedTest
    @MethodSource("placesOfFrozenOwners")
    @Tag("L1")
    @Tag("L4")
    void L4_an_owner_that_was_frozen_changes_nothing_of_a_later_run_with_its_id(Payer.Policy policy, String place)
            throws Exception {
        FaultPoint at = FaultPoint.pause(place, 1);
        try (Child zombie = frozen("one", policy, at)) {
            EffectRecord earlier = effect("one");
            delete("one");
            assertEndsWithOneCharge("one", policy);
            EffectRecord later = effect("one");

            zombie.thaw();
            assertThat(zombie.end()).as(zombie.toString()).isNotZero();

            assertThat(zombie.toString()).contains("LEASE_LOST");
            assertThat(earlier.key()).isNotEqualTo(later.key());
            assertThat(unread(effect("one"))).isEqualTo(unread(later));
            assertThat(PaymentServer.call(port, "count", later.key())).isEqualTo("1");
            // The call of the earlier run comes late, or was never begun.
            assertThat(PaymentServer.call(port, "count", earlier.key()))
                    .isEqualTo(place.equals("after-beginEffect") ? "0" : "1");
        }
        assertEndsWithOneCharge("one", policy);
    }

    private void delete(String run) {
        RunKey key = new RunKey("default", run);
        try (Store opened = Stores.open(store);
                Runner console = Runner.builder(opened).build()) {
            await(() -> opened.find(key), found -> !found.isExecuted());
            console.cancel(run, "ann");
            await(() -> opened.find(key), found -> found.status() == Status.CANCELLED);
            console.effectsInDoubt(10).forEach(effect -> effect.notPerformed("ann"));
            assertThat(opened.delete(key)).isTrue();
        }
    }

    private static void await(Supplier<StoredRun> look, Predicate<StoredRun> isReached) {
        while (!isReached.test(look.get())) {
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** Without the time at which it was read. */
    private static List<Object> unread(EffectRecord effect) {
        return List.of(effect.status(), effect.fencingToken(), effect.attempt(), effect.key(), effect.startedAt());
    }

    /** A process that stands still at a place, and continues from there when it is thawed. */
    private Child frozen(String run, Payer.Policy policy, FaultPoint at) throws Exception {
        Child zombie = payer(run, policy, at);
        zombie.awaitPause(at);
        zombie.freeze();
        zombie.goOn(at);
        return zombie;
    }

    private EffectRecord effect(String run) {
        try (Store opened = Stores.open(store)) {
            return opened.effects().find(new RunKey("default", run)).get(0);
        }
    }

    private static String last(Child child) throws IOException {
        return child.said().get(child.said().size() - 1);
    }

    private Child payer(String run, Payer.Policy policy, FaultPoint... cuts) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(run, Integer.toString(port), policy.name()));
        arguments.addAll(businessKey);
        return Child.start(
                Payer.class,
                folder.resolve("payer-" + ++children),
                List.of(cuts),
                store,
                arguments.toArray(String[]::new));
    }

    /** The next process completes the run, if need be after a person has looked at what the server knows. */
    private void assertEndsWithOneCharge(String run, Payer.Policy policy) throws Exception {
        String said = lastLine(run, policy);
        if (said.equals("parked")) {
            assertThat(policy).isEqualTo(Payer.Policy.PARK);
            resolve(run);
            said = lastLine(run, policy);
        }
        try (Store opened = Stores.open(store)) {
            List<EffectRecord> effects = opened.effects().find(new RunKey("default", run));
            assertThat(effects).hasSize(1);
            String key = effects.get(0).key();
            assertThat(PaymentServer.call(port, "count", key)).isEqualTo("1");
            assertThat(said).isEqualTo("completed [" + PaymentServer.call(port, "find", key) + "]");
        }
    }

    private String lastLine(String run, Payer.Policy policy) throws Exception {
        try (Child child = payer(run, policy)) {
            assertThat(child.end()).as(child.toString()).isZero();
            return last(child);
        }
    }

    private void resolve(String run) throws IOException {
        try (Store opened = Stores.open(store);
                Runner console = Runner.builder(opened).build()) {
            EffectInDoubt effect = console.effectsInDoubt(run).get(0);
            String receipt = PaymentServer.call(port, "find", effect.key());
            if (receipt.isEmpty()) {
                effect.notPerformed("ann");
            } else {
                effect.done("{\"key\":\"" + effect.key() + "\",\"text\":\"" + receipt + "\"}", "ann");
            }
        }
    }
}
