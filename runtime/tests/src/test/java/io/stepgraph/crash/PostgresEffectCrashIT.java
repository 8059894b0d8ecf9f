package io.stepgraph.crash;

/** Real processes that are killed at effects, on Postgres. */
final class PostgresEffectCrashIT extends EffectCrashMatrix {
    PostgresEffectCrashIT() {
        super(Stores.POSTGRES);
    }
}
