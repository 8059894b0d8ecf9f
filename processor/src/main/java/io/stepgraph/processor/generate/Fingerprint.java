package io.stepgraph.processor.generate;

import io.stepgraph.processor.model.AgentModel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A short text that changes whenever the graph does, and not when its methods are moved about or work differently. */
final class Fingerprint {

    private static final int BYTES = 8;

    private Fingerprint() {}

    static String of(AgentModel model) {
        byte[] essentials = Json.canonical(GraphData.essentials(model)).getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(essentials);
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
