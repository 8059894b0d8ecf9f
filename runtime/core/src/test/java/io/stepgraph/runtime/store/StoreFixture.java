package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import org.jspecify.annotations.Nullable;

/** A store, and the words in which the promises are written. */
interface StoreFixture {
    Owner ANN = new Owner("machine-a", "boot-a", 101, 1_600_000_000_000L, "runner-a");
    Owner BOB = new Owner("machine-b", "boot-b", 202, 1_600_000_000_001L, "runner-b");
    RunKey KEY = new RunKey("default", "essay-1");
    Json STATE = Json.of("{\"draft\":\"first\"}");

    /** The store under test, empty when a test begins. */
    Store store();

    /** The store's clock. */
    SettableClock clock();

    static NewRun newRun(RunKey key) {
        return new NewRun(
                key,
                "example.Review",
                "print-1",
                PermissionMode.DEFAULT,
                Json.of("{\"state\":{\"draft\":\"first\"},\"input\":null}"),
                new Checkpoint("draft", Json.of("\"go\""), STATE, 1, 1, 0, 1, Json.of("{\"draft\":1}")),
                null);
    }

    static Checkpoint at(String step, long visit) {
        return new Checkpoint(step, null, null, visit, 1, 0, 1, null);
    }

    static Commit goesOn(RunRecord run, Checkpoint next) {
        return new Commit(run.revision(), run.control(), "print-1", next, null);
    }

    /** The run comes to rest at its next visit. */
    static Commit rests(RunRecord run, Rest rest) {
        return new Commit(
                run.revision(),
                run.control(),
                "print-1",
                at("approve", run.checkpoint().visit() + 1),
                rest);
    }

    static Rest.Asked question() {
        return new Rest.Asked("nonce-1", Json.of("{\"text\":\"Approve?\"}"), Json.of("{\"oneOf\":[]}"));
    }

    /** An answer to the question that the run waits with. */
    static Answer answerTo(RunRecord run, String answer) {
        Rest.Asked asked = (Rest.Asked) run.rest();
        long visit = run.checkpoint().visit();
        return new Answer(
                run.key(),
                run.incarnation(),
                visit,
                asked.nonce(),
                Json.of(answer),
                "carol",
                new Checkpoint("revise", Json.of(answer), null, visit + 1, 1, 0, visit + 1, Json.of("{\"gate\":1}")));
    }

    default RunRecord started() {
        return started(KEY);
    }

    default RunRecord started(RunKey key) {
        return present(store().start(newRun(key), ANN));
    }

    default RunRecord found(RunRecord run) {
        return present(store().find(run.key()));
    }

    default RunRecord committed(RunRecord run, Commit commit) {
        if (store().commit(run.lease(), commit) != CommitResult.STORED) {
            throw new AssertionError("not stored: " + commit);
        }
        return found(run);
    }

    /** A new run that has come to rest. */
    default RunRecord rested(Rest rest) {
        RunRecord run = started();
        return committed(run, rests(run, rest));
    }

    default RunRecord acquired(RunRecord run, Owner owner) {
        return present(store().acquire(run, owner));
    }

    default RunRecord released(RunRecord run) {
        store().release(run.lease());
        return found(run);
    }

    default RunRecord answered(RunRecord run, String answer) {
        return present(store().answer(answerTo(run, answer), BOB));
    }

    private static RunRecord present(@Nullable RunRecord run) {
        if (run == null) {
            throw new AssertionError("there is no run");
        }
        return run;
    }
}
