package io.stepgraph.samples.events.terminal;

import io.stepgraph.samples.events.Event;
import java.io.BufferedReader;
import java.io.IOException;

/**
 * Reads lines until the input ends.
 *
 * @param in where they are typed
 * @param inbox where they arrive as events
 */
record Keyboard(BufferedReader in, Inbox inbox) implements Runnable {
    static final String QUIT = "/quit";

    @Override
    public void run() {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.strip().equals(QUIT)) {
                    inbox.post(new Event.ShutdownRequested());
                } else if (!line.isBlank()) {
                    inbox.post(new Event.UserInput(line.strip()));
                }
            }
        } catch (IOException closed) {
            inbox.post(new Inbox.Noted("The input cannot be read: " + closed.getMessage()));
        }
        inbox.post(new Inbox.InputEnded());
    }
}
