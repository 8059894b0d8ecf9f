package io.stepgraph.langchain4j.support;

import dev.langchain4j.agent.tool.Tool;
import io.stepgraph.langchain4j.Acting;
import io.stepgraph.langchain4j.Acts;

/** The tools of {@link SupportAgent}. */
public record Desk(Bank bank, Mails mails) {

    public interface Bank {
        String payBack(String order, int cents, String key);
    }

    public interface Mails {
        String send(String to, String text);
    }

    @Tool("Pays an order back")
    @Acts(ask = "Pay back {cents} cents of order {order}?", sameKey = true)
    public String refund(String order, int cents, Acting acting) {
        return bank.payBack(order, cents, acting.key());
    }

    @Tool("Sends a mail to a customer")
    @Acts(ask = "Mail {to}: {text}")
    public String mail(String to, String text) {
        return mails.send(to, text);
    }
}
