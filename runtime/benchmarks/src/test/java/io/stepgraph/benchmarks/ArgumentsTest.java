package io.stepgraph.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

    @Test
    void everythingIsMeasuredUnlessGroupsAreNamed() {
        assertThat(Arguments.of(List.of()).groups()).containsExactly(Group.values());
        assertThat(Arguments.of(List.of("start", "memory")).groups()).containsExactly(Group.MEMORY, Group.START);
    }

    @Test
    void aGroupIsMeasuredAsOftenAsToldElseAsItSaysItself() {
        assertThat(Arguments.of(List.of("--rounds", "3")).rounds(Group.START)).isEqualTo(3);
        assertThat(Arguments.of(List.of()).rounds(Group.START)).isEqualTo(Group.START.rounds());
        assertThat(Arguments.of(List.of("--rounds", "3", "--quick")).rounds(Group.START))
                .isEqualTo(1);
    }

    @Test
    void missedGoalsAreAnErrorOnlyIfAskedFor() {
        assertThat(Arguments.of(List.of("--quick")).strict()).isFalse();
        assertThat(Arguments.of(List.of("--strict", "--quick")).strict()).isTrue();
    }

    @Test
    void theUsageNamesEachGroup() {
        assertThat(Arguments.USAGE.split("\\W+")).containsAll(Group.labels());
    }

    @Test
    void whatCannotBeMeantIsRefusedInWords() {
        assertRefused("nothing", "--quick", "--rounds");
        for (String number : List.of("0", "-1", "many", "1.5", "99999999999", "--quick")) {
            assertRefused(number, "--rounds", number);
        }
        assertRefused("--fast", "--fast");
    }

    private static void assertRefused(String named, String... arguments) {
        assertThatThrownBy(() -> Arguments.of(List.of(arguments)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }
}
