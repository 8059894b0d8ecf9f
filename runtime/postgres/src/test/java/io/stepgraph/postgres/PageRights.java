package io.stepgraph.postgres;

import io.stepgraph.postgres.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two users of a schema, made by the statements that the guide tells an administrator to execute.
 *
 * @param schema the schema
 * @param prefix what the names of both users begin with
 */
record PageRights(String schema, String prefix) {
    private static final Pattern STATEMENTS = Pattern.compile("<!-- sql -->\\n```sql\\n(.*?)```", Pattern.DOTALL);

    static PageRights grant(String schema) throws IOException, SQLException {
        Matcher page = STATEMENTS.matcher(Files.readString(Path.of("../RUNNING.md")));
        if (!page.find()) {
            throw new IllegalStateException("The guide grants no rights");
        }
        PageRights rights = new PageRights(schema, schema.replace(' ', '_') + "_");
        String statements = page.group(1)
                .replaceAll("schema stepgraph\\b", "schema \"" + schema + "\"")
                .replace("stepgraph_", rights.prefix);
        PostgresServer.execute(schema, statements);
        return rights;
    }

    PostgresStoreBuilder owner() {
        return builder("owner");
    }

    PostgresStoreBuilder agent() {
        return builder("agent");
    }

    private PostgresStoreBuilder builder(String user) {
        return PostgresStore.builder(PostgresServer.url().replaceAll("[?&]user=\\w+", ""))
                .schema(schema)
                .user(prefix + user)
                .password("secret");
    }
}
