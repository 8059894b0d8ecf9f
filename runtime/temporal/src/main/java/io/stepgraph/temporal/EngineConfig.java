package io.stepgraph.temporal;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.visit.VisitSettings;
import io.stepgraph.runtime.event.RunEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which an engine was built.
 *
 * @param names writes the names of those who act
 * @param startMode the mode of the runs that are started
 * @param hasLoops whether this process executes the loops of runs
 * @param hasSteps whether this process executes steps
 * @param cachedLoops how many loops stay in memory
 */
record EngineConfig(
        String namespace,
        UnaryOperator<String> names,
        PermissionMode startMode,
        VisitSettings visits,
        Duration lease,
        @Nullable Duration deadline,
        int visitsPerExecution,
        boolean hasLoops,
        boolean hasSteps,
        int cachedLoops,
        List<Consumer<? super RunEvent>> listeners,
        LargeValues largeValues,
        Waiting waiting) {}
