package io.stepgraph.testkit.store;

import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.Store;
import io.stepgraph.testkit.internal.FaultInjectingStore;
import io.stepgraph.testkit.internal.LateCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Named places at which a test lets a real process die, pause, or lose its store. The program under test opens its
 * store through them and may name places of its own inside steps; the test starts it as a child process and says where
 * it is to be cut. Without cuts nothing happens.
 *
 * <pre>{@code
 * // in the program
 * CrashPoints points = CrashPoints.fromSystemProperties();
 * Store store = points.around(SqliteStore.open(file));
 * ... points.reach("inside-draft"); ... // in a step
 *
 * // in the test
 * command.addAll(CrashPoints.arguments(folder, List.of(FaultPoint.halt("after-commit", 3))));
 * }</pre>
 *
 * <p>Each method of {@link Store} has a place before and one after: {@code before-start}, {@code after-start}, {@code
 * before-commit}, and so on. After means that the call has come back, whether with a result or an error. All places
 * that a process comes to are written, line by line as in {@code before-commit#3}, to the file {@code reached} in the
 * folder: from an undisturbed run a test learns which cuts there are. Safe for use by many threads.
 */
public final class CrashPoints {
    static final String BEFORE = "before-";
    static final String AFTER = "after-";

    private static final String CUTS = "stepgraph.crash.cuts";
    private static final String FOLDER = "stepgraph.crash.folder";

    /** The exit code of a process that was killed by {@code kill -9}. */
    private static final int KILLED = 128 + 9;

    private static final long GLANCE = TimeUnit.MILLISECONDS.toNanos(2);

    private final List<FaultPoint> cuts;
    private final @Nullable Path folder;
    private final Map<String, Integer> reached = new HashMap<>();

    private CrashPoints(List<FaultPoint> cuts, @Nullable Path folder) {
        this.cuts = List.copyOf(cuts);
        this.folder = folder;
    }

    /**
     * Cuts of a part of a process, such as one of its runs: its places are counted for itself.
     *
     * @param folder where it says which places it reaches, and where it pauses; a folder of its own
     * @param cuts where to cut it
     */
    public static CrashPoints of(Path folder, List<FaultPoint> cuts) {
        return new CrashPoints(cuts, folder);
    }

    /**
     * The cuts that this process was started with.
     *
     * @throws IllegalArgumentException if a cut cannot be read
     */
    public static CrashPoints fromSystemProperties() {
        String folder = System.getProperty(FOLDER);
        List<FaultPoint> cuts = new ArrayList<>();
        for (String cut : System.getProperty(CUTS, "").split(",", 0)) {
            if (!cut.isEmpty()) {
                cuts.add(FaultPoint.parse(cut));
            }
        }
        return new CrashPoints(cuts, folder == null ? null : Path.of(folder));
    }

    /**
     * The options to start a child process with.
     *
     * @param folder where it says which places it reaches, and where it pauses; a folder of its own
     * @param cuts where to cut it
     * @return arguments for {@code java}
     */
    public static List<String> arguments(Path folder, List<FaultPoint> cuts) {
        return List.of(
                "-D" + FOLDER + "=" + folder.toAbsolutePath(),
                "-D" + CUTS + "=" + cuts.stream().map(FaultPoint::toString).collect(Collectors.joining(",")));
    }

    /**
     * A store whose every call is a place before and a place after.
     *
     * @param store the store; the returned store closes it
     */
    public Store around(Store store) {
        return FaultInjectingStore.around(store, this::call);
    }

    /**
     * The program has come to a place.
     *
     * @param place its name, without {@code #} and comma, and beginning neither with {@code before-} nor with
     *     {@code after-}
     */
    public void reach(String place) {
        if (place.startsWith(BEFORE) || place.startsWith(AFTER)) {
            throw new IllegalArgumentException("'" + place + "' is called like a place of the store.");
        }
        FaultPoint faultPoint = arrive(place);
        if (faultPoint != null) {
            dieOrPause(faultPoint);
        }
    }

    /**
     * Waits until the program has come to a place so often, unless it has already: for a test that runs it in its own
     * process.
     *
     * @param place its name, as {@code after-commit}
     * @param times how often, counted from the beginning
     * @param limit how long to wait at most
     * @return whether it came in time
     */
    public synchronized boolean awaitReached(String place, int times, Duration limit) throws InterruptedException {
        long until = System.nanoTime() + limit.toNanos();
        while (reached.getOrDefault(place, 0) < times) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /**
     * A call of the store, between its two places.
     *
     * @param late takes the call that is to arrive later
     */
    <T extends @Nullable Object> T call(String operation, Supplier<T> call, LateCalls late) {
        FaultPoint before = arrive(BEFORE + operation);
        if (before != null) {
            if (before.action() == FaultPoint.Action.DELAY) {
                late.add(call);
            }
            dieOrPause(before);
            throwIfSilent(before);
        }
        T result;
        try {
            result = call.get();
        } catch (RuntimeException refused) {
            comeBack(operation, late);
            throw refused;
        }
        comeBack(operation, late);
        return result;
    }

    private void comeBack(String operation, LateCalls late) {
        late.arrive();
        FaultPoint after = arrive(AFTER + operation);
        if (after != null) {
            dieOrPause(after);
            throwIfSilent(after);
        }
    }

    private static void throwIfSilent(FaultPoint faultPoint) {
        if (faultPoint.action() == FaultPoint.Action.SILENCE || faultPoint.action() == FaultPoint.Action.DELAY) {
            throw new StoreUnavailableException("The test lets the store be silent at '" + faultPoint.at() + "'.");
        }
    }

    /** Which cut there is at the place this time. */
    private synchronized @Nullable FaultPoint arrive(String place) {
        int time = reached.merge(place, 1, Integer::sum);
        notifyAll();
        if (folder == null) {
            return null;
        }
        String at = place + "#" + time;
        write(folder.resolve("reached"), at + "\n", StandardOpenOption.APPEND);
        for (FaultPoint faultPoint : cuts) {
            if (faultPoint.at().equals(at)) {
                return faultPoint;
            }
        }
        return null;
    }

    private void dieOrPause(FaultPoint faultPoint) {
        if (faultPoint.action() == FaultPoint.Action.HALT) {
            Runtime.getRuntime().halt(KILLED);
        }
        if (faultPoint.action() == FaultPoint.Action.EXIT) {
            System.exit(1);
        }
        if (faultPoint.action() == FaultPoint.Action.PAUSE && folder != null) {
            pause(folder.resolve(faultPoint.at()));
        }
    }

    /** Interrupts are for the program, not for this. */
    private static void pause(Path sign) {
        boolean interrupted = Thread.interrupted();
        write(sign, "", StandardOpenOption.TRUNCATE_EXISTING);
        while (Files.exists(sign)) {
            LockSupport.parkNanos(GLANCE);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(Path file, String text, StandardOpenOption how) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
