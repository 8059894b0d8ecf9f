package io.stepgraph.cli.io;

import io.stepgraph.store.Status;

/** The colours of a terminal. */
public enum Style {
    /** No colour. */
    PLAIN(""),
    /** Headings. */
    BOLD("1"),
    /** Text that matters less. */
    FAINT("2"),
    /** A good result. */
    GREEN("32"),
    /** Work that waits for a person. */
    YELLOW("33"),
    /** An error. */
    RED("31"),
    /** Work in progress. */
    BLUE("34");

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** The colour of a status. */
    public static Style of(Status status) {
        return switch (status) {
            case COMPLETED -> GREEN;
            case WAITING -> YELLOW;
            case FAILED -> RED;
            case RUNNING -> BLUE;
            case QUEUED -> PLAIN;
            case CANCELLED -> FAINT;
        };
    }

    String on(String text) {
        return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
