package io.stepgraph.benchmarks.tools;

/** The custom events of {@link HandAgent}. */
public sealed interface HandEvent {

    /**
     * A piece of the text.
     *
     * @param text the piece
     */
    record Token(String text) implements HandEvent {}

    /**
     * A call begins.
     *
     * @param call the call
     */
    record Calling(HandMessage.Call call) implements HandEvent {}

    /**
     * A call is over.
     *
     * @param result its result
     */
    record Done(HandMessage.Result result) implements HandEvent {}
}
