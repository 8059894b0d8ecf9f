package io.stepgraph.crash;

/** Real processes that are killed at effects, on SQLite. */
final class SqliteEffectCrashIT extends EffectCrashMatrix {
    SqliteEffectCrashIT() {
        super(Stores.SQLITE);
    }
}
