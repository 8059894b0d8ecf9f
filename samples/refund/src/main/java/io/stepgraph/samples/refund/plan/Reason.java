package io.stepgraph.samples.refund.plan;

/** Why a customer wants the money back. */
public enum Reason {
    /** The goods are broken. */
    DAMAGED("The goods are damaged."),
    /** The goods have not come. */
    NOT_DELIVERED("The goods have not arrived."),
    /** Other goods have come. */
    WRONG_ITEM("The wrong goods have arrived."),
    /** The customer does not like the goods. */
    CHANGED_MIND("The customer does not want the goods any more."),
    /** The ticket does not say. */
    UNCLEAR("The ticket gives no clear reason.");

    private final String words;

    Reason(String words) {
        this.words = words;
    }

    /** The reason as a sentence. */
    public String words() {
        return words;
    }
}
