package io.stepgraph.samples.refund;

import io.stepgraph.engine.Notice;
import io.stepgraph.samples.refund.Ending.Declined;
import io.stepgraph.samples.refund.Ending.Denied;
import io.stepgraph.samples.refund.Ending.Refunded;
import io.stepgraph.samples.refund.Ending.Rejected;
import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.payment.PaymentOrder;

/** The words of the mails. */
public final class Letters {
    private Letters() {}

    /** The mailbox of the reviewers of a shop. */
    public static String reviewers(String tenant) {
        return "reviewers@" + tenant + ".example";
    }

    /** The mailbox of the lead of a shop. */
    public static String lead(String tenant) {
        return "lead@" + tenant + ".example";
    }

    /** The question; shorter when it is asked again. */
    static ApprovalRequest question(SupportTicket ticket, Proposal proposal, int reminder) {
        String text = reminder == 0
                ? "Pay back " + proposal.amount() + " to " + ticket.customer() + " for order " + proposal.order() + "?"
                : "Reminder " + reminder + ": pay back " + proposal.amount() + "?";
        return new ApprovalRequest(
                text,
                new PaymentOrder(ticket.tenant(), proposal.order(), proposal.amount()),
                ticket.customer(),
                proposal.item(),
                proposal.reason().words(),
                proposal.risk(),
                proposal.needsPerson());
    }

    /** The question, to who answers it. */
    static Letter toAnswer(Notice notice, ApprovalRequest request) {
        PaymentOrder payment = request.payment();
        String shop = payment.tenant();
        return new Letter(notice.step().equals("confirm") ? lead(shop) : reviewers(shop), request.text(), """
                %s asks for a refund of order %s (%s).

                Amount: %s
                Reason: %s
                Risk: %s

                Open your inbox to approve or reject it, until %s.

                Ticket %s
                """.formatted(
                        request.customer(),
                        payment.order(),
                        request.item(),
                        payment.amount(),
                        request.reason(),
                        request.risk(),
                        notice.until(),
                        notice.run()));
    }

    /** A run that does not go on by itself. */
    static Letter toRepair(Notice notice) {
        return new Letter(
                lead(notice.namespace()),
                "A ticket needs you",
                "It has stopped at " + notice.step() + ". " + notice.reason() + "\n\nTicket " + notice.run() + "\n");
    }

    static Letter toLead(String run, SupportTicket ticket, Proposal proposal, int reminder) {
        return new Letter(
                lead(ticket.tenant()),
                "Nobody has answered: refund of " + proposal.amount(),
                "The refund of order " + proposal.order() + " to " + ticket.customer() + " has waited for "
                        + RefundAgent.EXPIRES + ". This is reminder " + reminder + ".\n\nTicket " + run + "\n");
    }

    static Letter toCustomer(String run, SupportTicket ticket, Ending ending) {
        return new Letter(
                ticket.mail(),
                subject(ending),
                "Hello " + ticket.customer() + ",\n\n" + words(ending) + "\n\nTicket " + run + "\n");
    }

    private static String subject(Ending ending) {
        return ending instanceof Refunded done
                ? "Your refund of " + done.payment().amount()
                : "Your request for a refund";
    }

    /** The ending as the customer reads it. */
    public static String words(Ending ending) {
        if (ending instanceof Refunded done) {
            return "We have paid back " + done.payment().amount() + " for order "
                    + done.payment().order() + ". The number of the payment is "
                    + done.payment().id() + ".";
        }
        if (ending instanceof Rejected rejected) {
            return "We do not pay this refund. Our reason: " + rejected.why();
        }
        if (ending instanceof Declined declined) {
            return "We cannot pay a refund. " + declined.why();
        }
        if (ending instanceof Denied) {
            return "Your bank did not take the payment. Please write to us, so that we find another way.";
        }
        return "We are sorry: nobody has decided in time. A person will write to you.";
    }
}
