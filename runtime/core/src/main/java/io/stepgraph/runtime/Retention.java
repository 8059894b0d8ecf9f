package io.stepgraph.runtime;

/**
 * What is kept of a run that has succeeded or was cancelled (S3). One that has failed is kept as it is, since it can be retried,
 * until it is deleted or pruned.
 */
public enum Retention {
    /**
     * Its record, its outcome, its questions and its log; not its state and inputs. The same id gives the outcome again. The
     * default.
     */
    KEEP_OUTCOME,
    /**
     * Nothing: the transaction that ends the run removes it, and the same id then starts anew. The state that it leaves to its
     * thread stays.
     *
     * <p>The call that brings the run to its end gets the outcome, and so do the calls in its process that have joined it, and
     * the streams in its process, which see the last events. Elsewhere nothing is left to see: a call in another process
     * that waited for the run, or a stream there, gets {@link RunNotFound}, and starts nothing anew.
     *
     * <p>With the run goes the memory that it was done. A program that was killed, or lost the store, between the end of the
     * run and its own use of the outcome, and asks for the same id again, starts another run: all of it is done twice. So
     * this is for runs that nobody asks for a second time, such as those with an id that was made for one call; where money
     * moves, keep the outcome and {@linkplain io.stepgraph.runtime.store.Store#prune prune} it later.
     */
    DELETE_ON_END
}
