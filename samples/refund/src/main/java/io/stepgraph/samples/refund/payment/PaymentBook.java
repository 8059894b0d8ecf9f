package io.stepgraph.samples.refund.payment;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The payments that the payment server has made, in a SQLite file. Safe for use by many threads. */
final class PaymentBook implements AutoCloseable {
    private static final String CREATE = """
            CREATE TABLE IF NOT EXISTS payments (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                key TEXT NOT NULL UNIQUE,
                tenant TEXT NOT NULL,
                order_number TEXT NOT NULL,
                cents INTEGER NOT NULL,
                currency TEXT NOT NULL)""";
    private static final String INSERT = """
            INSERT INTO payments (key, tenant, order_number, cents, currency) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (key) DO NOTHING""";
    private static final String SELECT = "SELECT number, tenant, order_number, cents, currency FROM payments";

    private final Connection connection;

    private PaymentBook(Connection connection) {
        this.connection = connection;
    }

    static PaymentBook open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute(CREATE);
        }
        return new PaymentBook(connection);
    }

    /** Pays, unless the key was used; returns the payment of the key. */
    synchronized Payment pay(String key, PaymentOrder order) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, key);
            insert.setString(2, order.tenant());
            insert.setString(3, order.order());
            insert.setLong(4, order.amount().cents());
            insert.setString(5, order.amount().currency());
            insert.executeUpdate();
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE key = ?")) {
            select.setString(1, key);
            return payments(select).get(0);
        }
    }

    /** All payments, the oldest first. */
    synchronized List<Payment> all() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + " ORDER BY number")) {
            return payments(select);
        }
    }

    private static List<Payment> payments(PreparedStatement select) throws SQLException {
        List<Payment> payments = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                payments.add(new Payment(
                        "P-" + row.getLong("number"),
                        row.getString("tenant"),
                        row.getString("order_number"),
                        new Money(row.getLong("cents"), row.getString("currency"))));
            }
        }
        return payments;
    }

    @Override
    public synchronized void close() throws SQLException {
        connection.close();
    }
}
