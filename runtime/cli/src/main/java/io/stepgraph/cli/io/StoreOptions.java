package io.stepgraph.cli.io;

import io.stepgraph.runtime.Names;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name a store. */
public final class StoreOptions {
    @Option(
            names = {"-s", "--store"},
            paramLabel = "STORE",
            defaultValue = "${env:STEPGRAPH_STORE}",
            description =
                    "A SQLite file, or a Postgres database: postgresql://user@host/db or jdbc:postgresql://host/db."
                            + " Default: the environment variable STEPGRAPH_STORE.")
    private @Nullable String store;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The user of the database. Its password comes from the environment variable PGPASSWORD or"
                    + " STEPGRAPH_PASSWORD.")
    private @Nullable String user;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            defaultValue = "stepgraph",
            description = "The schema in the database. Default: ${DEFAULT-VALUE}.")
    private String schema;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The namespace of the runs. Default: ${DEFAULT-VALUE}.")
    private String namespace;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Opens the store.
     *
     * @throws ParameterException if no store is named
     * @throws UnreachableStoreException if there is none at that place
     */
    public OpenStore open() {
        String place = store;
        if (place == null || place.isBlank()) {
            throw new ParameterException(
                    command.commandLine(),
                    "Name the store: --store FILE or --store URL, or the environment variable STEPGRAPH_STORE.");
        }
        try {
            Names.checked(namespace, "--namespace", "--namespace");
            if (PostgresPlace.isOne(place)) {
                return OpenStore.of(
                        PostgresPlace.of(place, user, System::getenv).open(schema), namespace);
            }
            return OpenStore.of(new SqlitePlace(place).open(), namespace);
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(command.commandLine(), String.valueOf(malformed.getMessage()), malformed);
        }
    }
}
