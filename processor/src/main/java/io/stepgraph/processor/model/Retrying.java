package io.stepgraph.processor.model;

import java.util.List;

/** A {@code @Retry} with its defaults filled in. */
public record Retrying(
        Numeral attempts, Length backoff, Numeral factor, Length maxBackoff, Numeral jitter, List<TypeUse> on) {}
