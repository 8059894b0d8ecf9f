package io.stepgraph.samples.chat;

import io.stepgraph.samples.chat.Message.Assistant;

/** How a turn of the model went, once its first token had come. */
sealed interface ModelTurn {

    /** It is complete. */
    record Spoken(Assistant message) implements ModelTurn {}

    /** It ended too early. */
    record Ended(BrokenOff early) implements ModelTurn {}
}
