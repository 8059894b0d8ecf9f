package io.stepgraph.cli.io;

import io.stepgraph.postgres.PostgresStore;
import io.stepgraph.postgres.PostgresStoreBuilder;
import io.stepgraph.store.Store;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A store in a Postgres database. Opening a store creates a schema that is not there; a command line must not do that.
 *
 * @param jdbcUrl the database, without a password
 */
record PostgresPlace(
        String jdbcUrl, @Nullable String user, @Nullable String password) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String JDBC = "jdbc:postgresql:";

    static boolean isOne(String text) {
        return text.toLowerCase(Locale.ROOT).matches("(jdbc:postgresql|postgresql|postgres):.*");
    }

    /**
     * Reads a URL.
     *
     * @param user the option {@code --user}; it wins over the user in the URL
     * @param environment gives the value of a variable, or null
     * @throws IllegalArgumentException if it is malformed; the message does not repeat it, since it may hold a password
     */
    static PostgresPlace of(String url, @Nullable String user, UnaryOperator<@Nullable String> environment) {
        String password = environment.apply("PGPASSWORD");
        if (password == null) {
            password = environment.apply("STEPGRAPH_PASSWORD");
        }
        if (url.regionMatches(true, 0, JDBC, 0, JDBC.length())) {
            return new PostgresPlace(JDBC + url.substring(JDBC.length()), user, password);
        }
        try {
            URI uri = new URI(url);
            if (uri.getRawAuthority() == null || uri.getHost() == null) {
                throw new IllegalArgumentException(
                        "--store: the URL names no host; write postgresql://user@host/database.");
            }
            String userInfo = uri.getRawUserInfo();
            int colon = userInfo == null ? -1 : userInfo.indexOf(':');
            if (userInfo != null && colon >= 0) {
                password = decoded(userInfo.substring(colon + 1));
            }
            String given = userInfo == null ? null : decoded(colon < 0 ? userInfo : userInfo.substring(0, colon));
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
            return new PostgresPlace(
                    JDBC + "//" + uri.getHost() + port + path + query, user == null ? given : user, password);
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(
                    "--store: the URL is malformed; write postgresql://user@host/database.", malformed);
        }
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    Store open(String schema) {
        check(schema);
        PostgresStoreBuilder builder =
                PostgresStore.builder(jdbcUrl).schema(schema).maximumPoolSize(2).socketTimeout(TIMEOUT);
        if (user != null) {
            builder.user(user);
        }
        if (password != null) {
            builder.password(password);
        }
        return builder.open();
    }

    private void check(String schema) {
        Properties properties = new Properties();
        properties.setProperty("connectTimeout", Long.toString(TIMEOUT.toSeconds()));
        properties.setProperty("socketTimeout", Long.toString(TIMEOUT.toSeconds()));
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        try (Connection connection = DriverManager.getConnection(jdbcUrl, properties);
                PreparedStatement query = connection.prepareStatement(
                        "select count(*) from information_schema.tables where table_schema = ? and table_name = 'meta'")) {
            query.setString(1, schema);
            try (ResultSet result = query.executeQuery()) {
                if (!result.next() || result.getInt(1) == 0) {
                    throw new UnreachableStoreException(
                            "The database has no store in the schema '" + schema
                                    + "', or this user may not read it. Name another one with --schema.",
                            null);
                }
            }
        } catch (SQLException failed) {
            throw new UnreachableStoreException(
                    "The database cannot be reached. (" + failed.getMessage() + ")", failed);
        }
    }

    /** Returns the address without the password. */
    @Override
    public String toString() {
        return jdbcUrl;
    }
}
