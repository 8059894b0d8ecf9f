/** Sends mails by SMTP and reads mailboxes by IMAP, from a mail server of the demo. */
@NullMarked
package io.stepgraph.samples.refund.mail;

import org.jspecify.annotations.NullMarked;
