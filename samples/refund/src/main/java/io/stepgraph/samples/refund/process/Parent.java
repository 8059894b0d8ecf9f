package io.stepgraph.samples.refund.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The program that has started this one, and holds the other end of the standard input. */
public final class Parent {
    private Parent() {}

    /** Waits for the end of the parent, however that ends, and then ends this program. */
    public static void endWithIt() {
        try (InputStream parent = System.in) {
            parent.transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // The same as the end of the stream.
        }
        System.exit(0);
    }
}
