package io.stepgraph.samples.refund.mail;

import com.icegreen.greenmail.configuration.GreenMailConfiguration;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;

/** The mail server of the demo, in this process. It keeps its mailboxes in memory and makes one for each address. */
public final class MailServer implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final GreenMail server;

    private MailServer(GreenMail server) {
        this.server = server;
    }

    /** Starts it on free ports. */
    public static MailServer start() {
        GreenMail server = new GreenMail(new ServerSetup[] {
            new ServerSetup(0, HOST, ServerSetup.PROTOCOL_SMTP), new ServerSetup(0, HOST, ServerSetup.PROTOCOL_IMAP)
        });
        server.withConfiguration(new GreenMailConfiguration().withDisabledAuthentication());
        server.start();
        return new MailServer(server);
    }

    /** Where it is. */
    public MailPlace place() {
        return new MailPlace(HOST, server.getSmtp().getPort(), server.getImap().getPort());
    }

    @Override
    public void close() {
        server.stop();
    }
}
