package io.stepgraph.runtime.execute;

import java.security.SecureRandom;
import java.util.Base64;

/** The secret parts of tickets. Loaded when a run first asks: a source of randomness is slow to start. */
final class Nonces {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;

    private Nonces() {}

    static String next() {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
