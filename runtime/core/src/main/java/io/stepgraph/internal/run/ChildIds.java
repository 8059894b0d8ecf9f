package io.stepgraph.internal.run;

import io.stepgraph.internal.json.Sha256;
import java.nio.charset.StandardCharsets;

/** The ids of the runs that calls start (C1). */
final class ChildIds {
    private static final int LONGEST = 200;
    private static final int HASH = 32;

    private ChildIds() {}

    /**
     * Returns the id of a run.
     *
     * @param element its number in the list that the call gave, from 1; 0 if that gave no list
     */
    static String of(String caller, String call, long visit, String agent, int element) {
        String id = caller + "//" + call + "." + visit + "/" + agent + (element == 0 ? "" : "." + element);
        if (id.length() <= LONGEST) {
            return id;
        }
        int kept = id.length() - LONGEST + HASH + 1;
        int cut = Character.isLowSurrogate(id.charAt(kept)) ? kept + 1 : kept;
        byte[] front = id.substring(0, cut).getBytes(StandardCharsets.UTF_8);
        return "~" + Sha256.of(front).substring(0, HASH) + id.substring(cut);
    }

    /** Whether only calls give ids like this one. */
    static boolean isReserved(String id) {
        return id.contains("//") || id.startsWith("~");
    }
}
