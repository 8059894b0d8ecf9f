package io.stepgraph.samples.refund.mail;

import io.stepgraph.runtime.TransientException;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.search.MessageIDTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Reads mailboxes by IMAP.
 *
 * @param place where the mail server is
 */
public record Mailboxes(MailPlace place) {
    private static final String TIMEOUT = "5000";

    /** All mails of a mailbox, the oldest first. */
    public List<Letter> read(String address) {
        return in(address, folder -> {
            List<Letter> letters = new ArrayList<>();
            for (Message message : folder.getMessages()) {
                letters.add(new Letter(
                        address,
                        message.getSubject(),
                        message.getContent().toString().replace("\r\n", "\n").strip()));
            }
            return letters;
        });
    }

    /** Whether a mailbox has a mail with this Message-ID. */
    boolean holds(String address, String messageId) {
        return in(address, folder -> folder.search(new MessageIDTerm(messageId)).length > 0);
    }

    @FunctionalInterface
    private interface Reading<T> {
        T from(Folder folder) throws MessagingException, IOException;
    }

    private <T> T in(String address, Reading<T> reading) {
        Properties settings = new Properties();
        settings.setProperty("mail.imap.connectiontimeout", TIMEOUT);
        settings.setProperty("mail.imap.timeout", TIMEOUT);
        try (Store store = Session.getInstance(settings).getStore("imap")) {
            // The server of the demo asks for no password.
            store.connect(place.host(), place.imap(), address, address);
            try (Folder folder = store.getFolder("INBOX")) {
                folder.open(Folder.READ_ONLY);
                return reading.from(folder);
            }
        } catch (MessagingException | IOException failed) {
            throw new TransientException("The mail server does not give the mailbox: " + failed.getMessage(), failed);
        }
    }
}
