package io.stepgraph.temporal;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.log.Observers;
import io.stepgraph.internal.visit.VisitSettings;
import java.time.Duration;
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
        Observers observers,
        LargeValues largeValues,
        Waiting waiting) {}
