package io.stepgraph.samples.refund.mail;

/**
 * Where the mail server is.
 *
 * @param host the host
 * @param smtp the port that takes mails
 * @param imap the port that gives mailboxes
 */
public record MailPlace(String host, int smtp, int imap) {

    /**
     * Reads {@code host:smtp:imap}.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static MailPlace parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("A mail server is given as host:smtp:imap, not as '" + text + "'.");
        }
        return new MailPlace(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return host + ":" + smtp + ":" + imap;
    }
}
