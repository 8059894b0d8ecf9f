package io.stepgraph.cli.io;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Names;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names the person or system that acts. */
public final class ActorOption {
    private static final String COMMAND_LINE = "command line";

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The name that is recorded with the change. Default: the user of the operating system.")
    private @Nullable String by;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Refuses options that make no actor.
     *
     * @throws ParameterException if a store cannot keep the name
     */
    public void check() {
        actor();
    }

    /**
     * Refuses options that make no answerer.
     *
     * @throws ParameterException if a store cannot keep the name or a role
     */
    public void check(List<String> roles) {
        answerer(roles);
    }

    /** The person or system that acts. */
    public Actor actor() {
        return named(List.of());
    }

    /**
     * Returns the person who answers, with these roles and the one that says that the command line stated them (W6).
     */
    public Actor answerer(List<String> roles) {
        List<String> all = new ArrayList<>(roles);
        all.add(COMMAND_LINE);
        return named(all);
    }

    private Actor named(List<String> roles) {
        try {
            return Actor.named(
                    Names.person(by == null ? System.getProperty("user.name", "unknown") : by, "NAME", "--by"),
                    roles.toArray(new String[0]));
        } catch (IllegalArgumentException unfit) {
            throw new ParameterException(command.commandLine(), String.valueOf(unfit.getMessage()), unfit);
        }
    }
}
