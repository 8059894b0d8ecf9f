package io.stepgraph.benchmarks.dialog;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The messages of a dialog. Every step puts the next of four prepared lists of messages into the state: that costs a
 * contender nothing, and yet no two writes in a row have a page of the database in common, which SQLite would leave
 * unwritten.
 */
public final class Talk {
    /** Where counters begin: all counters of a benchmark have as many digits, so that all states are of one size. */
    public static final int FIRST = 1_000_000;

    private static final String ID = "dialog-000000000000";
    private static final int MESSAGE = 96;
    private static final int QUOTES_AND_COMMA = 3;
    private static final int LISTS = 4;

    private final List<List<String>> lists;

    private Talk(List<List<String>> lists) {
        this.lists = lists;
    }

    /**
     * Makes a talk.
     *
     * @param bytes how long a dialog is as JSON
     */
    public static Talk ofSize(int bytes) {
        Talk silence = new Talk(List.of(List.of()));
        int space = bytes - new JsonMapper().writeValueAsBytes(silence.begin()).length + 1;
        return new Talk(IntStream.range(0, LISTS)
                .mapToObj(list -> messages(space, new Random(list)))
                .toList());
    }

    /** A new dialog, before its first step. */
    public Dialog begin() {
        Dialog dialog = new Dialog();
        dialog.id = ID;
        dialog.counter = FIRST;
        dialog.messages = at(FIRST);
        return dialog;
    }

    /** The work of one step. */
    public void advance(Dialog dialog) {
        dialog.counter++;
        dialog.messages = at(dialog.counter);
    }

    /** The messages up to this counter. */
    public List<String> at(int counter) {
        return lists.get(counter % lists.size());
    }

    private static List<String> messages(int space, Random random) {
        List<String> messages = new ArrayList<>();
        int left = space;
        while (left >= 2 * (MESSAGE + QUOTES_AND_COMMA)) {
            messages.add(message(MESSAGE, random));
            left -= MESSAGE + QUOTES_AND_COMMA;
        }
        messages.add(message(left - QUOTES_AND_COMMA, random));
        return List.copyOf(messages);
    }

    private static String message(int length, Random random) {
        StringBuilder message = new StringBuilder(length);
        while (message.length() < length) {
            message.append(random.nextInt(6) == 0 ? ' ' : (char) ('a' + random.nextInt(26)));
        }
        return message.toString();
    }
}
