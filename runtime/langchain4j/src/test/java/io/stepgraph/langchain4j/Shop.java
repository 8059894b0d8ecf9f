package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import io.stepgraph.PermissionMode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tools of a shop with the systems behind them, in memory. The bank pays calls with one key once. The systems fail as
 * often as a test wants.
 */
final class Shop {
    /** What was done, in this order. */
    final List<String> done = new CopyOnWriteArrayList<>();

    /** How the bank was called, and with which keys. */
    final List<Acting> asked = new CopyOnWriteArrayList<>();

    final List<String> keys = new CopyOnWriteArrayList<>();
    private final Set<String> paid = ConcurrentHashMap.newKeySet();
    int failures;
    Exception failure = new IOException("The connection was lost.");

    static final class DeclinedException extends Exception {
        private static final long serialVersionUID = 1;

        DeclinedException() {
            super("The account is closed.");
        }
    }

    @Tool("Finds an order")
    String find(String order) {
        return order + " cost 900 cents.";
    }

    @Tool("Pays an order back")
    @Acts(ask = "Pay back {cents} cents of {order}?", sameKey = true, notPerformedOn = DeclinedException.class)
    String refund(String order, int cents, Acting acting) throws Exception {
        asked.add(acting);
        keys.add(acting.key());
        fail();
        if (order.equals("A-402")) {
            throw new DeclinedException();
        }
        String receipt = "Paid " + cents + " cents for " + order + ".";
        return paid.add(acting.key()) ? done(receipt) : receipt;
    }

    @Tool("Sends a mail")
    @Acts(ask = "Mail {to}?")
    String mail(String to, String text) throws Exception {
        return act("Mailed " + to + ": " + text + ".");
    }

    @Tool("Writes a note about an order")
    @Acts
    String note(String order) throws Exception {
        return act("Noted " + order + ".");
    }

    @Tool("Closes an order for good")
    @Acts(mode = PermissionMode.ACCEPT_EDITS)
    String close(String order) throws Exception {
        return act("Closed " + order + ".");
    }

    private String act(String what) throws Exception {
        fail();
        return done(what);
    }

    private void fail() throws Exception {
        if (failures-- > 0) {
            throw failure;
        }
    }

    private String done(String what) {
        done.add(what);
        return what;
    }
}
