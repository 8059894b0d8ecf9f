package io.stepgraph.cli.io;

import org.jspecify.annotations.Nullable;

/** There is no store where the command looks for one. */
public final class UnreachableStoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** An error that says where the command looked. */
    public UnreachableStoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
