package io.stepgraph.samples.refund;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.mail.Mail;
import io.stepgraph.samples.refund.mail.Sent;
import io.stepgraph.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** The worker, which stays at a certain place until it is killed. */
final class StoppableWorker {
    /** What it prints when it has reached the place. */
    static final String STOPPED = "stopped at ";

    /** The payment server has answered, and the store does not know it. */
    static final String PAID = "paid";

    /** The mail server has the mail to the customer, and the store does not know it. */
    static final String MAILED = "mailed";

    private final String place;

    private StoppableWorker(String place) {
        this.place = place;
    }

    /**
     * Works.
     *
     * @param args the place: {@code paid}, {@code mailed}, or {@code stored} and a step, when the step is stored
     */
    public static void main(String[] args) throws IOException {
        StoppableWorker stopper = new StoppableWorker(args[0]);
        Settings settings = Settings.of(System.getenv());
        Store store = settings.open();
        RefundWorker.work(
                settings,
                store,
                RefundWorker.builder(store, stopper.stopping(settings.agent())).listener(stopper::hear));
    }

    private RefundAgent stopping(RefundAgent agent) {
        return new RefundAgent(
                agent.planner(),
                agent.orders(),
                (order, key) -> stay(PAID, agent.payments().pay(order, key)),
                agent.receipts(),
                new StoppingMail(agent.mail()),
                agent.limit());
    }

    private void hear(RunEvent event) {
        if (event instanceof RunEvent.StepFinished finished) {
            stay("stored " + finished.step(), finished);
        }
    }

    private <T> T stay(String here, T value) {
        if (here.equals(place)) {
            System.out.println(STOPPED + place);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return value;
    }

    private final class StoppingMail implements Mail {
        private final Mail mail;

        StoppingMail(Mail mail) {
            this.mail = mail;
        }

        @Override
        public Sent send(Letter letter, String key) {
            Sent sent = mail.send(letter, key);
            return letter.to().contains("@mail.example") ? stay(MAILED, sent) : sent;
        }

        @Override
        public Optional<Sent> find(String key) {
            return mail.find(key);
        }

        @Override
        public Duration longest() {
            return mail.longest();
        }
    }
}
