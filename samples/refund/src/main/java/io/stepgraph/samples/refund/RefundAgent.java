package io.stepgraph.samples.refund;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.AnsweredBy;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.Decision.Rejected;
import io.stepgraph.samples.refund.Ending.Declined;
import io.stepgraph.samples.refund.Ending.Denied;
import io.stepgraph.samples.refund.Ending.Refunded;
import io.stepgraph.samples.refund.Ending.Unanswered;
import io.stepgraph.samples.refund.RefundAgentGraph.CheckAmountNext;
import io.stepgraph.samples.refund.RefundAgentGraph.EscalateNext;
import io.stepgraph.samples.refund.RefundAgentGraph.LookUpNext;
import io.stepgraph.samples.refund.RefundAgentGraph.PayConfirmedNext;
import io.stepgraph.samples.refund.RefundAgentGraph.PayNext;
import io.stepgraph.samples.refund.RefundAgentGraph.PlanNext;
import io.stepgraph.samples.refund.RefundAgentGraph.ProposeNext;
import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.mail.Mail;
import io.stepgraph.samples.refund.mail.Sent;
import io.stepgraph.samples.refund.orders.Order;
import io.stepgraph.samples.refund.orders.Orders;
import io.stepgraph.samples.refund.payment.Payment;
import io.stepgraph.samples.refund.payment.PaymentDeniedException;
import io.stepgraph.samples.refund.payment.Payments;
import io.stepgraph.samples.refund.plan.Plan;
import io.stepgraph.samples.refund.plan.Planner;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Handles a ticket of a customer who wants a refund: reads it, looks up the order, proposes a refund, asks one person
 * for an approval, or two, pays once exactly what was shown, writes the receipt, and mails the customer. Each ticket
 * ends in an {@link Ending}, of which the customer gets a mail.
 *
 * @param planner understands the ticket
 * @param orders knows the orders
 * @param payments pays
 * @param receipts keeps the receipts
 * @param mail sends mails
 * @param limit who has to approve which amount
 */
@StepGraph(
        start = "plan",
        name = "refund",
        roles = {"reviewer", "lead", "policy"})
public record RefundAgent(
        Planner planner, Orders orders, Payments payments, Receipts receipts, Mail mail, Limit limit) {
    /** How long a question waits. */
    static final String EXPIRES = "48h";

    private static final int MOST_REMINDERS = 2;
    private static final Duration LONGEST_PAYMENT = Duration.ofSeconds(15);

    /** The state of a run. */
    public static final class Case {
        /** The message of the customer. */
        public final SupportTicket ticket;

        /** The plan as the agent has understood it; null before. */
        public @Nullable Plan plan;

        /** The refund that the agent proposes; null before. */
        public @Nullable Proposal proposal;

        /** How often the question has expired. */
        public int expired;

        /** A case that begins. */
        @JsonCreator
        public Case(@JsonProperty("ticket") SupportTicket ticket) {
            this.ticket = ticket;
        }

        Proposal proposed() {
            return Objects.requireNonNull(proposal, "There is a proposal when it is asked about.");
        }
    }

    @Step(next = {"lookUp", "mailCustomer"})
    @Retry(attempts = 4, backoff = "500ms")
    PlanNext plan(Case refund, StepContext<Note> context) {
        Plan plan = planner.plan(refund.ticket.text());
        refund.plan = plan;
        if (plan.order() == null) {
            return PlanNext.mailCustomer(new Declined("Your ticket does not name an order."));
        }
        context.emit(new Note("Read by " + planner.name() + ": order " + plan.order() + ". "
                + plan.reason().words()));
        return PlanNext.lookUp(plan);
    }

    @Step(next = {"propose", "mailCustomer"})
    LookUpNext lookUp(Case refund, Plan plan) {
        SupportTicket ticket = refund.ticket;
        Optional<Order> order = orders.find(ticket.tenant(), ticket.customer(), String.valueOf(plan.order()));
        return order.map(LookUpNext::propose)
                .orElseGet(() -> LookUpNext.mailCustomer(new Declined("You have no order " + plan.order() + ".")));
    }

    /** All money passes the question. */
    @Step(next = {"approve", "mailCustomer"})
    ProposeNext propose(Case refund, Order order, StepContext<Note> context) {
        Plan plan = Objects.requireNonNull(refund.plan);
        RefundRules rules = new RefundRules(limit);
        if (rules.amount(order, plan.reason()).cents() <= 0) {
            return ProposeNext.mailCustomer(new Declined("Goods of a final sale cannot be returned."));
        }
        Proposal proposal = rules.propose(order, plan.reason());
        refund.proposal = proposal;
        context.emit(new Note("Proposed: pay back " + proposal.amount() + ". Risk: " + proposal.risk()));
        return ProposeNext.approve();
    }

    @Interrupt(
            answer = Decision.class,
            next = {"checkAmount", "reject", "escalate"},
            expires = EXPIRES)
    @AnsweredBy(
            role = {"reviewer", "policy"},
            notStarter = true)
    ApprovalRequest approve(Case refund) {
        return Letters.question(refund.ticket, refund.proposed(), refund.expired);
    }

    /** Up to a limit, one approval is enough. Above it, the lead is asked, too. */
    @Step(next = {"pay", "confirm"})
    @GatedBy("approve")
    CheckAmountNext checkAmount(Case refund, Answered<ApprovalRequest, Approved> approval) {
        return limit.needsLead(approval.question().payment().amount())
                ? CheckAmountNext.confirm()
                : CheckAmountNext.pay();
    }

    @Step(
            next = {"writeReceipt", "mailCustomer"},
            effects = "refund")
    @GatedBy(value = "approve", exactly = true)
    @RequiresMode(ACCEPT_EDITS)
    @Retry(attempts = 8, backoff = "500ms")
    PayNext pay(Answered<ApprovalRequest, Approved> approval, StepContext<Note> context) {
        return payOnce(approval, context, PayNext::writeReceipt, PayNext::mailCustomer);
    }

    /** Shows the lead what was approved, word for word. */
    @Interrupt(
            answer = Decision.class,
            next = {"payConfirmed", "reject", "escalate"},
            expires = EXPIRES)
    @GatedBy(value = "approve", exactly = true)
    @AnsweredBy(role = "lead", otherThan = "approve", notStarter = true)
    ApprovalRequest confirm(Answered<ApprovalRequest, Approved> approval) {
        return approval.question();
    }

    @Step(
            next = {"writeReceipt", "mailCustomer"},
            effects = "refund")
    @GatedBy(value = "confirm", exactly = true)
    @RequiresMode(ACCEPT_EDITS)
    @Retry(attempts = 8, backoff = "500ms")
    PayConfirmedNext payConfirmed(Answered<ApprovalRequest, Approved> confirmation, StepContext<Note> context) {
        return payOnce(confirmation, context, PayConfirmedNext::writeReceipt, PayConfirmedNext::mailCustomer);
    }

    /**
     * Makes exactly the payment that the question has shown, one order once: a later ticket that asks for the same gets
     * the first payment, and one that asks for another amount parks. A denial is an ending; what may pass is tried
     * again.
     */
    private <N> N payOnce(
            Answered<ApprovalRequest, Approved> approval,
            StepContext<Note> context,
            Function<Refunded, N> paid,
            Function<Denied, N> denied) {
        try {
            Payment payment = context.once("refund", approval.part(ApprovalRequest::payment), Payment.class)
                    .key(approval.question().payment().order())
                    .retryWithSameKey()
                    .callTimeout(LONGEST_PAYMENT)
                    .perform(payments::pay);
            return paid.apply(new Refunded(payment, nameOf(approval)));
        } catch (PaymentDeniedException denial) {
            return denied.apply(new Denied(denial.why(), nameOf(approval)));
        }
    }

    private static String nameOf(Answered<?, ?> approval) {
        return String.valueOf(approval.by());
    }

    @Step(next = "mailCustomer")
    @Retry(attempts = 4, backoff = "500ms", on = IOException.class)
    Ending writeReceipt(Case refund, Refunded done) throws IOException {
        receipts.write(done.payment(), done.approvedBy());
        return done;
    }

    @Step(next = "mailCustomer")
    Ending reject(Case refund, Rejected rejection) {
        return new Ending.Rejected(rejection.why());
    }

    /** Tells the lead and asks again; gives up after the last reminder. */
    @SuppressWarnings("stepgraph:UnboundedLoop") // It counts the reminders itself, for the text of the question.
    @Step(
            next = {"approve", "mailCustomer"},
            effects = "notify lead")
    @Retry(attempts = 4, backoff = "500ms")
    EscalateNext escalate(Case refund, Expired silence, StepContext<Note> context) {
        if (refund.expired == MOST_REMINDERS) {
            return EscalateNext.mailCustomer(new Unanswered(refund.expired));
        }
        refund.expired++;
        send("notify lead", Letters.toLead(context.runId(), refund.ticket, refund.proposed(), refund.expired), context);
        return EscalateNext.approve();
    }

    @Step(next = END, effects = "mail customer")
    @Retry(attempts = 8, backoff = "500ms")
    Ending mailCustomer(Case refund, Ending ending, StepContext<Note> context) {
        send("mail customer", Letters.toCustomer(context.runId(), refund.ticket, ending), context);
        return ending;
    }

    /** Sends a mail once: if it may have been sent, the archive of the mail server tells. */
    private void send(String name, Letter letter, StepContext<Note> context) {
        context.once(name, letter, Sent.class)
                .reconcile(mail::find)
                .callTimeout(mail.longest())
                .call((key, stored) -> mail.send(stored, key));
        context.emit(new Note("Mail to " + letter.to() + ": " + letter.subject()));
    }
}
