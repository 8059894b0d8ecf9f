package io.stepgraph.benchmarks;

import java.io.IOException;

/**
 * One side of a comparison. The sides are timed in turns, because one is subtracted from another and a difference of
 * large numbers is small.
 */
public interface Side {

    /** The sides with which it takes turns. */
    Course course();

    /** Prepares what is timed. */
    Opened open() throws IOException, InterruptedException;

    /** A side that is ready for its turns. */
    interface Opened extends AutoCloseable {

        /** Takes one turn and gives the nanoseconds that count. */
        double take() throws IOException, InterruptedException;

        /** Removes what was prepared. */
        @Override
        void close();
    }
}
