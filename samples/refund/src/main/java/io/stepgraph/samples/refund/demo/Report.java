package io.stepgraph.samples.refund.demo;

import io.stepgraph.engine.Runner;
import io.stepgraph.samples.refund.Ending;
import io.stepgraph.samples.refund.RefundAgentGraph;
import io.stepgraph.samples.refund.RefundAgentGraph.Outcome;
import io.stepgraph.samples.refund.RefundAgentGraph.Runs;
import io.stepgraph.samples.refund.Settings;
import io.stepgraph.samples.refund.mail.Mailboxes;
import io.stepgraph.samples.refund.payment.Payment;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The results of the tickets: the outcome from the store, the payments from the payment server, the mails from the
 * mailboxes.
 *
 * @param rows the tickets
 * @param payments all payments
 */
record Report(List<Row> rows, List<Payment> payments) {
    private static final String FORMAT = "%-11s %-6s %-58s %-11s %-24s %6s %6s%n";

    /**
     * A ticket.
     *
     * @param ticket the ticket
     * @param ending the kind of its ending; the kind of the outcome if it has none
     * @param order the order that was paid back, with its shop; empty if none was
     * @param approvedBy who has approved it; empty if nobody has
     * @param paid how often the order was paid
     * @param mails how many mails the customer has got about it
     */
    record Row(PostedTicket ticket, String ending, String order, String approvedBy, long paid, long mails) {}

    static Report of(Settings settings, List<Payment> payments, List<PostedTicket> tickets) throws IOException {
        Mailboxes mailboxes = new Mailboxes(settings.mail());
        List<Row> rows = new ArrayList<>();
        try (Store store = settings.open()) {
            for (PostedTicket ticket : tickets) {
                try (Runner runner = Runner.builder(store)
                        .namespace(ticket.person().tenant())
                        .build()) {
                    Runs runs = RefundAgentGraph.of(settings.agent()).on(runner).as(ticket.person());
                    long mails = mailboxes.read(ticket.person().mail()).stream()
                            .filter(letter -> letter.text().contains(ticket.id()))
                            .count();
                    rows.add(row(ticket, runs.outcome(ticket.id()).orElse(null), payments, mails));
                }
            }
        }
        return new Report(rows, payments);
    }

    private static Row row(PostedTicket ticket, @Nullable Outcome outcome, List<Payment> payments, long mails) {
        if (!(outcome instanceof Outcome.Completed done)) {
            String kind = outcome == null ? "in work" : outcome.getClass().getSimpleName();
            return new Row(ticket, kind, "", "", 0, mails);
        }
        Ending ending = done.result();
        String kind = ending.getClass().getSimpleName();
        if (!(ending instanceof Ending.Refunded refunded)) {
            return new Row(ticket, kind, "", "", 0, mails);
        }
        String order = place(refunded.payment());
        long paid = payments.stream().map(Report::place).filter(order::equals).count();
        return new Row(ticket, kind, order, refunded.approvedBy(), paid, mails);
    }

    private static String place(Payment payment) {
        return payment.tenant() + " " + payment.order();
    }

    /** Whether each ticket has ended, with one mail, each refund was paid once, and nothing else was paid. */
    boolean isRight() {
        Set<String> orders = new HashSet<>();
        boolean isRight = true;
        for (Row row : rows) {
            boolean isRefunded = !row.order.isEmpty();
            if (isRefunded) {
                orders.add(row.order);
            }
            boolean hasEnded =
                    isRefunded || List.of("Rejected", "Declined", "Denied").contains(row.ending);
            isRight &= hasEnded && row.mails == 1 && row.paid == (isRefunded ? 1 : 0);
        }
        return isRight && orders.size() == payments.size();
    }

    /** As a table. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder();
        table.append(FORMAT.formatted("Ticket", "Shop", "Text", "Outcome", "Approved by", "Paid", "Mails"));
        for (Row row : rows) {
            String text = row.ticket.text();
            table.append(FORMAT.formatted(
                    row.ticket.id(),
                    row.ticket.person().tenant(),
                    text.length() > 58 ? text.substring(0, 55) + "..." : text,
                    row.ending,
                    row.approvedBy,
                    row.paid,
                    row.mails));
        }
        return table.toString();
    }
}
