package io.stepgraph.samples.refund.mail;

import io.stepgraph.runtime.TransientException;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/**
 * Sends mails by SMTP. Each mail goes to its recipient and, as a blind copy, to an archive. Both or neither get it. So
 * the archive tells whether a mail was sent.
 */
public final class SmtpMail implements Mail {
    private static final String ARCHIVE = "archive@refunds.example";
    private static final String SENDER = "refunds@refunds.example";
    private static final String TIMEOUT = "2000";
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final MailPlace place;
    private final Session session;
    private final Mailboxes mailboxes;

    /**
     * Mails by one server.
     *
     * @param place where it is
     */
    public SmtpMail(MailPlace place) {
        this.place = place;
        this.mailboxes = new Mailboxes(place);
        Properties settings = new Properties();
        settings.setProperty("mail.smtp.connectiontimeout", TIMEOUT);
        settings.setProperty("mail.smtp.timeout", TIMEOUT);
        settings.setProperty("mail.smtp.writetimeout", TIMEOUT);
        this.session = Session.getInstance(settings);
    }

    @Override
    public Sent send(Letter letter, String key) {
        try {
            MimeMessage message = message(letter, key);
            Address[] recipients = {new InternetAddress(letter.to(), true), new InternetAddress(ARCHIVE)};
            try (Transport transport = session.getTransport("smtp")) {
                transport.connect(place.host(), place.smtp(), null, null);
                transport.sendMessage(message, recipients);
            }
            return new Sent(messageId(key));
        } catch (MessagingException failed) {
            throw new TransientException("The mail server does not take the mail: " + failed.getMessage(), failed);
        }
    }

    @Override
    public Optional<Sent> find(String key) {
        return mailboxes.holds(ARCHIVE, messageId(key)) ? Optional.of(new Sent(messageId(key))) : Optional.empty();
    }

    @Override
    public Duration longest() {
        return LONGEST;
    }

    private MimeMessage message(Letter letter, String key) throws MessagingException {
        MimeMessage message = new MimeMessage(session) {
            @Override
            protected void updateMessageID() throws MessagingException {
                setHeader("Message-ID", messageId(key));
            }
        };
        message.setFrom(new InternetAddress(SENDER));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(letter.to(), true));
        message.setSubject(letter.subject().replaceAll("\\p{Cntrl}", " "), StandardCharsets.UTF_8.name());
        message.setText(letter.text(), StandardCharsets.UTF_8.name());
        message.saveChanges();
        return message;
    }

    private static String messageId(String key) {
        return "<" + key + "@refunds.example>";
    }
}
