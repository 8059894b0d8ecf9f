package io.stepgraph.samples.refund.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.TransientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Mails by a real mail server. */
final class SmtpMailTest {
    private final MailServer server = MailServer.start();
    private final Mail mail = new SmtpMail(server.place());
    private final Mailboxes mailboxes = new Mailboxes(server.place());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_mail_arrives_and_is_found_by_its_key() {
        Letter letter = new Letter("ann@mail.example", "Grüße", "Ein Brief.\nZwei Zeilen.");

        Sent sent = mail.send(letter, "key-1");

        assertThat(mailboxes.read("ann@mail.example")).containsExactly(letter);
        assertThat(mail.find("key-1")).hasValue(sent);
        assertThat(mail.find("key-2")).isEmpty();
    }

    @Test
    void a_subject_adds_no_header() {
        mail.send(new Letter("ann@mail.example", "Hello\r\nBcc: eve@mail.example", "Text."), "key-1");

        assertThat(mailboxes.read("ann@mail.example").get(0).subject()).isEqualTo("Hello  Bcc: eve@mail.example");
        assertThat(mailboxes.read("eve@mail.example")).isEmpty();
    }

    @Test
    void a_server_that_is_away_may_come_back() {
        server.close();
        Letter letter = new Letter("ann@mail.example", "Hello", "Text.");

        assertThatThrownBy(() -> mail.send(letter, "key-1")).isInstanceOf(TransientException.class);
        assertThatThrownBy(() -> mail.find("key-1")).isInstanceOf(TransientException.class);
    }
}
