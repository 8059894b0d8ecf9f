package io.stepgraph.benchmarks.messages;

import java.util.List;

/** A program that sends messages to what it executes, with Postgres. */
public enum Contender {
    /** Runs with a mailbox: a message is taken in one commit, and the step for it has another one. */
    STEPGRAPH {
        @Override
        Inboxes open(String url) {
            return new StepgraphInboxes(url);
        }
    },

    /** Workflows that call {@code recv}: a message is taken in one transaction, and its work is no step. */
    DBOS {
        @Override
        Inboxes open(String url) {
            return new DbosInboxes(url);
        }
    };

    /** Connects, and executes what is begun. Brings the database to its schema. */
    abstract Inboxes open(String url);

    /** What is executed, in this process. */
    interface Inboxes extends AutoCloseable {

        /** Begins one that ends when it has got so many messages, and returns when it listens. */
        void begin(String id, int messages);

        /** Sends a message, and returns when it is stored. */
        void send(String id, String text);

        /** Waits until all of these have ended well. */
        void await(List<String> ids);

        @Override
        void close();
    }
}
