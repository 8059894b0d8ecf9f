package io.stepgraph.testkit.store;

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
import java.nio.file.Path;

/** A store of one's own that has just begun: its graphs are files, and all else is still the part of another store. */
record GraphFolderStore(Store others, LogStore log) implements Store {

    GraphFolderStore(Store others, Path folder) {
        this(others, new GraphFolder(others.log(), folder));
    }

    @Override
    public RunStore runs() {
        return others.runs();
    }

    @Override
    public RunQueue queue() {
        return others.queue();
    }

    @Override
    public RunLists lists() {
        return others.lists();
    }

    @Override
    public EffectStore effects() {
        return others.effects();
    }

    @Override
    public MessageStore messages() {
        return others.messages();
    }

    @Override
    public NoticeStore notices() {
        return others.notices();
    }

    @Override
    public CallStore calls() {
        return others.calls();
    }

    @Override
    public RunRemovals removals() {
        return others.removals();
    }

    @Override
    public void close() {
        others.close();
    }
}
