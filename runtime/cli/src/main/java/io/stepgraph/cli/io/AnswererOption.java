package io.stepgraph.cli.io;

import io.stepgraph.runtime.Actor;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that name the person who answers, or sends a message, and the roles of that person. */
public final class AnswererOption extends ActorOption {
    private static final String COMMAND_LINE = "command line";

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "A role of that person; may be repeated. Nobody checks it: the log of an answer says that the"
                    + " command line stated it.")
    private List<String> roles = new ArrayList<>();

    /** Returns the person, with these roles and the one that says that the command line stated them (W6). */
    @Override
    public Actor actor() {
        List<String> all = new ArrayList<>(roles);
        all.add(COMMAND_LINE);
        return named(all);
    }
}
