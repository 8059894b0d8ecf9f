package io.stepgraph.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The names that generated clients have for themselves: {@code answerX} for each interrupt {@code X}. */
final class ClientNamesTest {

    @Test
    void nothingThatAClientInheritsIsCalledLikeTheAnswerToAnInterrupt() {
        List<String> inherited = Stream.of(AgentRuns.class, AgentMachine.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods(), type.getMethods()))
                .flatMap(Arrays::stream)
                .map(Method::getName)
                .toList();
        assertThat(inherited).contains("answer").noneMatch(name -> name.matches("answer.+"));
    }
}
