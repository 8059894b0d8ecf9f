package io.stepgraph.testkit.store;

import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.StoredGraph;
import io.stepgraph.store.StoredQuestion;
import io.stepgraph.store.StoredThread;
import io.stepgraph.store.ThreadKey;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Graphs as files of a folder. */
record GraphFolder(LogStore others, Path folder) implements LogStore {

    @Override
    public synchronized void saveGraph(StoredGraph graph) {
        Path file = file(graph.name(), graph.fingerprint());
        Path written = file.resolveSibling(file.getFileName() + ".tmp");
        if (graph.json().equals(graph(graph.name(), graph.fingerprint()))) {
            return;
        }
        // An interrupt would close a channel, and a store does not react to interrupts.
        try (FileOutputStream out = new FileOutputStream(written.toFile())) {
            out.write(graph.json().utf8());
            out.getFD().sync();
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new StoreUnavailableException(
                    "Graph '" + graph.name() + "' was not written to " + file + ".", failed);
        }
    }

    @Override
    public @Nullable Json graph(String name, String fingerprint) {
        Path file = file(name, fingerprint);
        if (!Files.exists(file)) {
            return null;
        }
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return new Json(in.readAllBytes());
        } catch (IOException failed) {
            throw new StoreUnavailableException("Graph '" + name + "' cannot be read from " + file + ".", failed);
        }
    }

    private Path file(String name, String fingerprint) {
        return folder.resolve(name + "-" + fingerprint + ".json");
    }

    @Override
    public @Nullable EventLog events(RunKey key, long after, int batches) {
        return others.events(key, after, batches);
    }

    @Override
    public List<StoredQuestion> questions(RunKey key) {
        return others.questions(key);
    }

    @Override
    public @Nullable StoredThread thread(ThreadKey key) {
        return others.thread(key);
    }
}
