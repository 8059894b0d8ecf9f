package io.stepgraph.samples.refund.mail;

import java.time.Duration;
import java.util.Optional;

/** Sends mails, and can tell whether a mail was sent. Safe for use by many threads. */
public interface Mail {

    /**
     * Sends a mail.
     *
     * @param letter the mail
     * @param key becomes the Message-ID
     * @return the mail as it was accepted
     * @throws io.stepgraph.runtime.TransientException if the mail server does not answer; it may have accepted the mail
     */
    Sent send(Letter letter, String key);

    /**
     * Looks for a mail that was sent.
     *
     * @param key the key with which it was sent
     * @throws io.stepgraph.runtime.TransientException if the mail server does not answer
     */
    Optional<Sent> find(String key);

    /** How long {@link #send} takes at most. */
    Duration longest();
}
