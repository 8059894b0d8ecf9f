package io.stepgraph.runtime.store;

import io.stepgraph.PermissionMode;
import tools.jackson.core.io.JsonStringEncoder;

/** The events that a store adds to a run's log by itself, in the same form as all others. */
final class LogEntries {
    private LogEntries() {}

    static Json cancelled(String by) {
        return Json.of("{\"event\":\"cancelled\",\"by\":\"" + quoted(by) + "\"}");
    }

    static Json modeChanged(PermissionMode mode, String by) {
        return Json.of("{\"event\":\"mode-changed\",\"mode\":\"" + mode.name() + "\",\"by\":\"" + quoted(by) + "\"}");
    }

    private static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }
}
