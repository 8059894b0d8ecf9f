package io.stepgraph.crash;

import static io.stepgraph.StepGraph.END;

import io.stepgraph.Call;
import io.stepgraph.Interrupt;
import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.crash.Party_GuestGraph.ArriveNext;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.testkit.store.CrashPoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** An agent that calls another one for each guest. The second asks, and the third fails until it has money. */
@StepGraph(start = "invite", name = "party")
record Party(Guest guest, CrashPoints points) {
    /** Of a party with such an id, no guest asks or fails. */
    static final String QUIET = "quiet";

    /** The state. */
    static final class Notes {
        public String run = "";
        public int guests;
        public List<String> lines = new ArrayList<>();

        static Notes of(String run, int guests) {
            Notes notes = new Notes();
            notes.run = run;
            notes.guests = guests;
            return notes;
        }

        Visit visit(int number) {
            Visit visit = new Visit();
            visit.number = number;
            visit.asks = number == 2 && !run.startsWith(QUIET);
            visit.account = number == 3 && !run.startsWith(QUIET) ? account(run) : "";
            return visit;
        }
    }

    /** The state of a guest. */
    static final class Visit {
        public int number;
        public boolean asks;
        public String account = "";
        public String word = "";
    }

    /** What the third guest's money is known by to the server of the payments. */
    static String account(String run) {
        return "money-of-" + run.replace('#', '-');
    }

    record Word(String text) {}

    record Receipt(String text) {}

    @Call(agents = "guest", next = "collect", timeout = "72h")
    List<Visit> invite(Notes notes) {
        points.reach("inside-invite");
        return IntStream.rangeClosed(1, notes.guests).mapToObj(notes::visit).toList();
    }

    @Step(next = END)
    void collect(Notes notes, List<Receipt> receipts) {
        points.reach("inside-collect");
        receipts.forEach(receipt -> notes.lines.add(receipt.text()));
    }

    /** A guest pays once; the server of the payments knows it by the key of the charge. */
    @StepGraph(start = "arrive", name = "guest")
    record Guest(Program program, CrashPoints points) {
        @Step(next = {"ask", "pay"})
        ArriveNext arrive(Visit visit) throws InterruptedException {
            points.reach("inside-arrive");
            TimeUnit.MILLISECONDS.sleep(program.stepMillis());
            return visit.asks ? ArriveNext.ask() : ArriveNext.pay();
        }

        @Interrupt(answer = Word.class, next = "hear")
        String ask(Visit visit) {
            return "What is the word?";
        }

        @Step(next = "pay")
        void hear(Visit visit, Word word) {
            points.reach("inside-hear");
            visit.word = " " + word.text();
        }

        @Step(next = END)
        Receipt pay(Visit visit, StepContext<?> context) throws IOException {
            points.reach("inside-pay");
            if (!visit.account.isEmpty()
                    && Payments.call(program.port(), "find", visit.account).isEmpty()) {
                throw new IllegalStateException("no money");
            }
            String paid = context.once("pay", visit.number, String.class)
                    .retryWithSameKey()
                    .call((key, number) -> Payments.call(program.port(), "chargeOnce", key));
            points.reach("paid");
            return new Receipt(visit.number + visit.word + " " + paid);
        }
    }
}
