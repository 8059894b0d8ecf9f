package io.stepgraph.crash;

import io.stepgraph.crash.Program.Role;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.store.CrashPoints;
import io.stepgraph.testkit.store.FaultPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests on one store, which let a process die at each of the places that an undisturbed one comes to. */
abstract class Matrix {
    /** Longer than the longest pause of a process that nobody freezes. */
    private static final Duration SHORT_LEASE = Duration.ofSeconds(3);

    private static final Duration LONG_LEASE = Duration.ofMinutes(1);

    /** So many processes start at once. */
    static final int BATCH = 4;

    @TempDir
    Path folder;

    final Stores stores;
    final Payments payments;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private String created;

    /** The name of the store; a test may choose another one. */
    String store;

    private @Nullable Store connection;

    /** On such a store. */
    Matrix(Stores stores) throws Exception {
        this.stores = stores;
        this.payments = keep(new Payments());
    }

    @BeforeEach
    void createStore() {
        created = stores.create(folder);
        store = created;
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
        stores.drop(created);
    }

    final <T extends AutoCloseable> T keep(T toBeClosed) {
        opened.add(toBeClosed);
        return toBeClosed;
    }

    final Program program() {
        return Trial.program(store, folder, payments, LONG_LEASE);
    }

    final Program brief() {
        return Trial.program(store, folder, payments, SHORT_LEASE);
    }

    final Trial trial(String run) {
        return trial(program(), run);
    }

    final Trial trial(Program program, String run) {
        return new Trial(program, this::opened, payments, run);
    }

    /** The store, as the process of the test has it open. */
    final Store opened() {
        if (connection == null) {
            connection = keep(Stores.open(store));
        }
        return connection;
    }

    /** Closes it, with its files. */
    final void disconnect() {
        if (connection != null) {
            opened.remove(connection);
            connection.close();
            connection = null;
        }
    }

    /** Each place that an undisturbed run comes to, as often as it does. */
    final List<FaultPoint> points(Program program, Role role) throws Exception {
        Path here = Files.createDirectories(folder.resolve("points"));
        CrashPoints points = CrashPoints.of(here, List.of());
        program.act(role, "undisturbed", points.around(opened()), points);
        return Files.readAllLines(here.resolve("reached")).stream()
                .map(at -> FaultPoint.parse("HALT:" + at))
                .toList();
    }

    /** What becomes of it. */
    interface Death {
        void of(Trial trial, Child dying) throws Exception;
    }

    /** Starts a process for each of the points at which one is to die, some at once. */
    final void dieAtEach(List<FaultPoint> points, Program program, Role role, Death death) throws Exception {
        for (int first = 0; first < points.size(); first += BATCH) {
            Map<Trial, Child> dying = new LinkedHashMap<>();
            for (FaultPoint point : points.subList(first, Math.min(first + BATCH, points.size()))) {
                Trial trial = trial(program, point.at());
                dying.put(trial, keep(trial.begin(role, point)));
            }
            for (Map.Entry<Trial, Child> each : dying.entrySet()) {
                death.of(each.getKey(), each.getValue());
            }
        }
    }
}
