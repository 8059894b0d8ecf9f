package io.stepgraph.spring;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.StepContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An agent that writes rows of its own with the checkpoint of its step, by Spring's means. */
@StepGraph(start = "book")
record Booking(Bookings bookings) {
    static final class Order {
        public String item = "";

        public Order() {}

        Order(String item) {
            this.item = item;
        }
    }

    /** A service as any other: it takes part in the transaction that its caller is in. */
    static class Bookings {
        private final JdbcTemplate rows;
        private final TransactionTemplate transaction;

        Bookings(JdbcTemplate rows, PlatformTransactionManager transactions) {
            this.rows = rows;
            this.transaction = new TransactionTemplate(transactions);
        }

        void add(String item) {
            try {
                transaction.executeWithoutResult(joined -> {
                    rows.update("insert into bookings (item) values (?)", item);
                    if (item.startsWith("sold out")) {
                        throw new IllegalArgumentException(item);
                    }
                });
            } catch (IllegalArgumentException soldOut) {
                if (!item.endsWith("but nobody minds")) {
                    throw soldOut;
                }
            }
        }

        int count(String item) {
            return rows.queryForObject("select count(*) from bookings where item = ?", Integer.class, item);
        }
    }

    @Step(next = END, transactional = true)
    void book(Order order, StepContext<?> context) {
        context.atCheckpoint(connection -> bookings.add(order.item));
    }
}
