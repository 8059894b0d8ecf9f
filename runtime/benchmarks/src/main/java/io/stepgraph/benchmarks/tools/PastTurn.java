package io.stepgraph.benchmarks.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A message of the user before the one that is measured, with the call, its result and the answer.
 *
 * @param question what the user said
 * @param call the id of the call
 * @param result what the tool gave
 * @param answer what the model said
 */
record PastTurn(String question, String call, String result, String answer) {
    static final String ARGUMENTS = "{\"" + Orders.PARAMETER + "\":\"A-0\"}";

    private static final int QUESTION = 100;
    private static final int RESULT = 1_000;
    private static final int ANSWER = 400;

    /** Turns of about so many characters together. */
    static List<PastTurn> ofSize(int characters) {
        Random random = new Random(characters);
        List<PastTurn> turns = new ArrayList<>();
        for (int size = 0; size < characters; size += QUESTION + RESULT + ANSWER) {
            turns.add(new PastTurn(
                    text(QUESTION, random), "past-" + turns.size(), text(RESULT, random), text(ANSWER, random)));
        }
        return turns;
    }

    private static String text(int length, Random random) {
        StringBuilder text = new StringBuilder(length);
        while (text.length() < length) {
            text.append(text.isEmpty() || random.nextInt(6) > 0 ? (char) ('a' + random.nextInt(26)) : ' ');
        }
        return text.toString();
    }
}
