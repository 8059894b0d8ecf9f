package io.stepgraph.cli.io;

import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that names the person or system that acts. */
public sealed class ActorOption permits AnswererOption {
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
     * @throws ParameterException if a store cannot keep the name or a role
     */
    public void check() {
        actor();
    }

    /** The person or system that acts. */
    public Actor actor() {
        return named(List.of());
    }

    final Actor named(List<String> roles) {
        try {
            return Actor.named(
                    Names.person(by == null ? System.getProperty("user.name", "unknown") : by, "NAME", "--by"),
                    roles.toArray(new String[0]));
        } catch (IllegalArgumentException unfit) {
            throw new ParameterException(command.commandLine(), String.valueOf(unfit.getMessage()), unfit);
        }
    }
}
