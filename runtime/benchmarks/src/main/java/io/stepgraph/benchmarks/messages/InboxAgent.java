package io.stepgraph.benchmarks.messages;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.benchmarks.messages.InboxAgentGraph.TakeNext;

/** Takes as many messages as it is told at its start, one step each. */
@StepGraph(start = "listen")
final class InboxAgent {

    /** The state. */
    static final class Inbox {
        public int expected;
        public int taken;

        static Inbox of(int messages) {
            Inbox inbox = new Inbox();
            inbox.expected = messages;
            return inbox;
        }
    }

    record Message(String text) {}

    @Interrupt(answer = Message.class, mailbox = true, next = "take")
    void listen(Inbox inbox) {}

    @Step(next = {"listen", END})
    TakeNext take(Inbox inbox, Message message) {
        return ++inbox.taken < inbox.expected ? TakeNext.listen() : TakeNext.end();
    }
}
