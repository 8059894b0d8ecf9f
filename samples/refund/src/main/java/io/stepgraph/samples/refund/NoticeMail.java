package io.stepgraph.samples.refund;

import io.stepgraph.engine.Notice;
import io.stepgraph.samples.refund.json.Json;
import io.stepgraph.samples.refund.mail.Letter;
import io.stepgraph.samples.refund.mail.Mail;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Mails each question to who answers it, and each run that is parked or has failed to the lead. The worker calls it
 * again if the mail server does not answer.
 */
record NoticeMail(Mail mail) implements Consumer<Notice> {

    @Override
    public void accept(Notice notice) {
        if (notice.kind() != Notice.Kind.ASKED) {
            send(notice, Letters.toRepair(notice));
            return;
        }
        String question = Objects.requireNonNull(notice.question()).text();
        ApprovalRequest request = Json.read(question, ApprovalRequest.class);
        if (request.needsPerson()) {
            send(notice, Letters.toAnswer(notice, request));
        }
    }

    /** Sends a mail once: the notice may be told again after a crash. */
    private void send(Notice notice, Letter letter) {
        if (mail.find(notice.id()).isEmpty()) {
            mail.send(letter, notice.id());
        }
    }
}
