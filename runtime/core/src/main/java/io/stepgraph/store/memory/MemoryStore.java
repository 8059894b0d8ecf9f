package io.stepgraph.store.memory;

import io.stepgraph.runtime.MachineClock;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.NoticeStore;
import io.stepgraph.store.RunLists;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.Store;

/**
 * Keeps runs in the memory of this process, for tests and for runs that may die with it. Does all that a store on disk
 * does, except to be there after the process has ended.
 *
 * <p>Safe for use by many threads. A transaction is the work under the one lock.
 */
public final class MemoryStore implements Store {
    private final MemoryTables tables;
    private final RunStore runs;
    private final LogStore log;
    private final RunQueue queue;
    private final RunLists lists;
    private final EffectStore effects;
    private final MessageStore messages;
    private final CallStore calls;
    private final NoticeStore notices;
    private final RunRemovals removals;

    /** A store by the clock of this machine. */
    public MemoryStore() {
        this(MachineClock.system());
    }

    /**
     * A store by the clocks of another machine, for tests.
     *
     * @param clock the clocks
     */
    public MemoryStore(MachineClock clock) {
        this.tables = new MemoryTables(clock);
        MemoryEffects ledger = new MemoryEffects(tables);
        this.runs = new MemoryRunStore(tables);
        this.log = new MemoryLog(tables);
        this.queue = new MemoryQueue(tables);
        this.lists = new MemoryLists(tables);
        this.effects = ledger;
        this.messages = new MemoryMessages(tables);
        this.calls = new MemoryCalls(tables);
        this.notices = new MemoryNotices(tables);
        this.removals = new MemoryRemovals(tables, ledger);
    }

    @Override
    public RunStore runs() {
        return runs;
    }

    @Override
    public LogStore log() {
        return log;
    }

    @Override
    public RunQueue queue() {
        return queue;
    }

    @Override
    public RunLists lists() {
        return lists;
    }

    @Override
    public EffectStore effects() {
        return effects;
    }

    @Override
    public MessageStore messages() {
        return messages;
    }

    @Override
    public NoticeStore notices() {
        return notices;
    }

    @Override
    public CallStore calls() {
        return calls;
    }

    @Override
    public RunRemovals removals() {
        return removals;
    }

    @Override
    public void close() {
        tables.close();
    }
}
