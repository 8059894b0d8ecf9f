package io.stepgraph.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stepgraph.internal.codec.AnswerCodec;
import io.stepgraph.internal.codec.Codec;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.graph.ValueType;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The two ways of an answer: {@code Codec} checks its JSON before it is stored, and {@code AnswerCodec} reads it for
 * its step.
 */
final class AnswerPaths {
    private final Codec codec = new Codec(1_000_000);
    private final Map<Class<?>, AnswerCodec> known = new HashMap<>();

    AnswerCodec answers(Class<?> type) {
        return known.computeIfAbsent(type, each -> codec.ofAnswers(List.of(ValueType.of(each))));
    }

    /** Gives random numbers to both, for a random type each. Both agree on each number. */
    void assertAgreement(List<Class<?>> types, int numbers) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int admitted = 0;
        for (int i = 0; i < numbers; i++) {
            Class<?> type = types.get(random.nextInt(types.size()));
            String json = "{\"n\":" + number(random) + "}";
            boolean isAdmitted = isAdmitted(type, json);
            assertThat(isRead(type, json))
                    .as("%s by %s, seed %d", json, type, seed)
                    .isEqualTo(isAdmitted);
            admitted += isAdmitted ? 1 : 0;
        }
        assertThat(admitted).isBetween(numbers / 20, numbers - numbers / 20);
    }

    private static String number(Random random) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
        switch (random.nextInt(4)) {
            case 0 -> text.append(1L << random.nextInt(63));
            case 1 -> text.append(new BigInteger(1 << random.nextInt(17), random));
            case 2 ->
                text.append(BigInteger.TWO.pow(7 + random.nextInt(60)).add(BigInteger.valueOf(random.nextInt(3) - 1)));
            default -> text.append(random.nextInt(100));
        }
        if (random.nextInt(3) == 0) {
            text.append('.').append(random.nextInt(3) == 0 ? "0" : String.valueOf(random.nextInt(1_000)));
        }
        if (random.nextInt(3) == 0) {
            text.append(random.nextBoolean() ? "e" : "E-")
                    .append(BigInteger.TEN.pow(random.nextInt(12)).subtract(BigInteger.valueOf(random.nextInt(2))));
        }
        return text.toString();
    }

    boolean isAdmitted(Class<?> type, String json) {
        return catchThrowableOfType(
                        InvalidAnswerException.class,
                        () -> codec.readAnswer(answers(type).schema(), json))
                == null;
    }

    boolean isRead(Class<?> type, String json) {
        return catchThrowableOfType(
                        InvalidAnswerException.class, () -> answers(type).read(json))
                == null;
    }
}
