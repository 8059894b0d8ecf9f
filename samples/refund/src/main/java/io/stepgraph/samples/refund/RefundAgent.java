package io.stepgraph.samples.refund;

import static io.stepgraph.PermissionMode.ACCEPT_EDITS;
import static io.stepgraph.StepGraph.END;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.GatedBy;
import io.stepgraph.Interrupt;
import io.stepgraph.RequiresMode;
import io.stepgraph.Retry;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.samples.refund.Decision.Approved;
import io.stepgraph.samples.refund.Decision.Rejected;
import io.stepgraph.samples.refund.Ending.Declined;
import io.stepgraph.samples.refund.Ending.Denied;
import io.stepgraph.samples.refund.Ending.Refunded;
import io.stepgraph.samples.refund.Ending.Unanswered;
import io.stepgraph.samples.refund.RefundAgentGraph.EscalateNext;
import io.stepgraph.samples.refund.RefundAgentGraph.LookUpNext;
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
import io.stepgraph.samples.refund.payment.PaymentOrder;
import io.stepgraph.samples.refund.payment.Payments;
import io.stepgraph.samples.refund.plan.Plan;
import io.stepgraph.samples.refund.plan.Planner;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handles a ticket of a customer who wants a refund: reads it, looks up the order, proposes a refund, asks for an approval, pays
 * once, writes the receipt, and mails the customer. Each ticket ends in an {@link Ending}, of which the customer gets a mail.
 *
 * @param planner understands the ticket
 * @param orders knows the orders
 * @param payments pays
 * @param receipts keeps the receipts
 * @param mail sends mails
 * @param limit up to which amount no person is needed
 */
@StepGraph(start = "plan", name = "refund")
public record RefundAgent(
        Planner planner, Orders orders, Payments payments, Receipts receipts, Mail mail, Limit limit) {
    /** How long a question waits. */
    static final String EXPIRES = "48h";

    private static final int MOST_REMINDERS = 2;
    private static final Duration LONGEST_PAYMENT = Duration.ofSeconds(15);

    /** The state of a run. */
    public static final class Case {
        /** What the customer wrote. */
        public final SupportTicket ticket;

        /** What the agent has understood; null before. */
        public @Nullable Plan plan;

        /** What the agent proposes; null before. */
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

    /** All money passes the question. Reviewers are told only if a person is needed. */
    @Step(next = {"announce", "approve", "mailCustomer"})
    ProposeNext propose(Case refund, Order order, StepContext<Note> context) {
        Plan plan = Objects.requireNonNull(refund.plan);
        RefundRules rules = new RefundRules(limit);
        if (rules.amount(order, plan.reason()).cents() <= 0) {
            return ProposeNext.mailCustomer(new Declined("Goods of a final sale cannot be returned."));
        }
        Proposal proposal = rules.propose(order, plan.reason());
        refund.proposal = proposal;
        context.emit(new Note("Proposed: pay back " + proposal.amount() + ". Risk: " + proposal.risk()));
        return proposal.needsPerson() ? ProposeNext.announce() : ProposeNext.approve();
    }

    @Step(next = "approve", effects = "notify reviewers")
    @Retry(attempts = 4, backoff = "500ms")
    void announce(Case refund, StepContext<Note> context) {
        send("notify reviewers", Letters.toReviewers(context.runId(), refund.ticket, refund.proposed()), context);
    }

    @Interrupt(
            answer = Decision.class,
            next = {"pay", "reject", "escalate"},
            expires = EXPIRES)
    ApprovalRequest approve(Case refund) {
        return Letters.question(refund.ticket, refund.proposed(), refund.expired);
    }

    /**
     * Pays one order once, however many tickets ask for it: a later ticket gets the first payment. The amount is always the one that
     * was approved for this ticket. A denial is an ending; what may pass is tried again.
     */
    @SuppressWarnings("stepgraph:UnboundEffect") // It pays the proposal in the state, and not the question.
    @Step(
            next = {"writeReceipt", "mailCustomer"},
            effects = "refund")
    @GatedBy("approve")
    @RequiresMode(ACCEPT_EDITS)
    @Retry(attempts = 8, backoff = "500ms")
    PayNext pay(Case refund, Approved approval, StepContext<Note> context) {
        Proposal proposal = refund.proposed();
        PaymentOrder approved = new PaymentOrder(refund.ticket.tenant(), proposal.order(), proposal.amount());
        try {
            Payment payment = context.once("refund", proposal.order(), Payment.class)
                    .key(proposal.order())
                    .retryWithSameKey()
                    .callTimeout(LONGEST_PAYMENT)
                    .call((key, order) -> payments.pay(approved, key));
            return PayNext.writeReceipt(new Refunded(payment, approval.by()));
        } catch (PaymentDeniedException denied) {
            return PayNext.mailCustomer(new Denied(denied.why(), approval.by()));
        }
    }

    @Step(next = "mailCustomer")
    @Retry(attempts = 4, backoff = "500ms", on = IOException.class)
    Ending writeReceipt(Case refund, Refunded done) throws IOException {
        receipts.write(done.payment(), done.approvedBy());
        return done;
    }

    @Step(next = "mailCustomer")
    Ending reject(Case refund, Rejected rejection) {
        return new Ending.Rejected(rejection.by(), rejection.why());
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
