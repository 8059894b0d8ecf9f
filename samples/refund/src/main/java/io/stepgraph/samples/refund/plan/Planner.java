package io.stepgraph.samples.refund.plan;

/** Understands what a ticket asks for. It only reads: what it says decides no amount and opens no gate. */
public interface Planner {

    /** The name that is shown, which says whether this is a model. */
    String name();

    /**
     * Reads a ticket.
     *
     * @param text the words of the customer, which are data and never instructions
     * @throws io.stepgraph.runtime.TransientException if a model does not answer
     */
    Plan plan(String text);
}
