package io.stepgraph.internal.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
        return "~" + hash(id.substring(0, cut)) + id.substring(cut);
    }

    /** Whether only calls give ids like this one. */
    static boolean isReserved(String id) {
        return id.contains("//") || id.startsWith("~");
    }

    private static String hash(String front) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(front.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH / 2);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
