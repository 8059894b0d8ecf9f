package io.stepgraph.runtime.execute;

import io.stepgraph.runtime.StoreUnavailable;
import io.stepgraph.runtime.store.Acquisition;
import io.stepgraph.runtime.store.Answer;
import io.stepgraph.runtime.store.Checkpoint;
import io.stepgraph.runtime.store.Claim;
import io.stepgraph.runtime.store.Json;
import io.stepgraph.runtime.store.NewRun;
import io.stepgraph.runtime.store.Owner;
import io.stepgraph.runtime.store.RunKey;
import io.stepgraph.runtime.store.RunRecord;
import io.stepgraph.runtime.store.Status;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The writes that make a run this runner's. One that the store did not confirm is looked for, and known by its owner and its
 * token: since one call of a runner at a time has a run in hand, it can only be this call's. What is not found was not
 * stored, and the caller is told at once, as nothing is owned yet (R11).
 */
final class Claims {
    private final Shield store;
    private final Claim claim;
    private final Time time;

    Claims(Shield store, Claim claim, Time time) {
        this.store = store;
        this.claim = claim;
        this.time = time;
    }

    /** Whose the runs become. */
    Owner owner() {
        return claim.owner();
    }

    /** Starts a run; null if there is one of this key. */
    @Nullable Claimed start(NewRun run) {
        return claim(
                run.key(),
                () -> store.start(run, claim),
                now -> now.token() == 1
                        && now.revision() == 1
                        && now.graph().equals(run.graph())
                        && now.start().equals(run.start()));
    }

    /** Makes a run this runner's; null if it has changed since it was seen, or is not to be had yet. */
    @Nullable Claimed acquire(RunRecord seen, boolean isOwnerDead) {
        return claim(
                seen.key(), () -> store.acquire(Acquisitions.of(seen, claim, isOwnerDead)), now -> isNext(now, seen));
    }

    /** Makes a run this runner's whose answer was submitted, at the step that takes it; null likewise. */
    @Nullable Claimed takeUp(RunRecord answered, Checkpoint next, Json resumed) {
        Acquisition acquisition = new Acquisition(answered, claim, false, List.of(resumed));
        return claim(answered.key(), () -> store.takeUp(acquisition, next), now -> isNext(now, answered));
    }

    private static boolean isNext(RunRecord now, RunRecord seen) {
        return now.incarnation() == seen.incarnation()
                && now.token() == seen.token() + 1
                && now.revision() == seen.revision() + 1;
    }

    /** Stores an answer; null if this very answer was stored before the run was seen, or by somebody else. */
    @Nullable Claimed answer(Answer answer, Checkpoint next, RunRecord seen) {
        return claim(
                answer.key(),
                () -> store.answer(answer, next, claim),
                now -> now.incarnation() == seen.incarnation()
                        && now.token() == seen.token() + 1
                        // The store compares it with the one that has closed the ticket.
                        && store.answer(answer, next, claim) == null);
    }

    private @Nullable Claimed claim(RunKey key, Supplier<@Nullable RunRecord> write, Predicate<RunRecord> isThis) {
        ClockReading askedAt = ClockReading.of(time);
        try {
            RunRecord claimed = write.get();
            return claimed == null ? null : new Claimed(claimed, askedAt);
        } catch (StoreUnavailable silent) {
            RunRecord now;
            try {
                now = store.find(key);
            } catch (StoreUnavailable stillSilent) {
                silent.addSuppressed(stillSilent);
                throw silent;
            }
            if (now != null && now.status() == Status.RUNNING && owner().equals(now.owner()) && isThis.test(now)) {
                return new Claimed(now, askedAt);
            }
            throw silent;
        }
    }
}
