package io.stepgraph.internal.json;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects one document and refuses it as soon as it is too large: it copies a small document once and never holds a
 * giant one.
 */
public final class LimitedBytes extends OutputStream {
    private final int max;
    private byte[] bytes = {};
    private int size;

    public LimitedBytes(int max) {
        this.max = max;
    }

    /** The collected bytes; the caller owns the array. */
    public byte[] take() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    @Override
    public void write(byte[] chunk, int from, int length) {
        int fitting = Math.min(length, max - size);
        append(chunk, from, fitting);
        if (fitting < length) {
            throw new TooLarge();
        }
    }

    private void append(byte[] chunk, int from, int length) {
        if (size == 0) {
            // Jackson hands over a whole small document at once.
            bytes = Arrays.copyOfRange(chunk, from, from + length);
        } else {
            if (length > bytes.length - size) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(max, Math.max(2L * bytes.length, (long) size + length)));
            }
            System.arraycopy(chunk, from, bytes, size, length);
        }
        size += length;
    }

    @Override
    public void write(int single) {
        write(new byte[] {(byte) single}, 0, 1);
    }

    /** The document is above the limit. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooLarge() {
            super(null, null, false, false);
        }
    }
}
