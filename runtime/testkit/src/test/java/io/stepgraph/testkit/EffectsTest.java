package io.stepgraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.ApprovedEffect;
import io.stepgraph.runtime.ApprovedOnce;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.Once;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private final List<Once<String>> kept = new ArrayList<>();

    private String greet(Once<String> name) {
        kept.add(name);
        return "Hello, " + name.request() + " " + !name.key().isEmpty();
    }

    @Test
    void aPortIsCalledInATestOfItsOwn() {
        assertThat(Effects.perform("Ann", this::greet)).isEqualTo("Hello, Ann true");
    }

    @Test
    void aPortThatTakesAnApprovedActionIsCalledInATestOfItsOwn() {
        assertThat(Effects.performApproved("Ann", (ApprovedOnce<String> name) -> greet(name)))
                .isEqualTo("Hello, Ann true");
    }

    @Test
    void aProgramMakesNoEffectThatPerformsAnApprovedAction() {
        assertThatThrownBy(() -> Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {ApprovedEffect.class},
                        (proxy, method, given) -> null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sealed");
        assertThat(ApprovedEffect.class.getPermittedSubclasses()).hasSize(1).noneMatch(Effect.class::isAssignableFrom);
    }

    @Test
    void whatAPortKeepsIsOver() {
        Effects.perform("Ann", this::greet);

        assertThatThrownBy(() -> kept.get(0).request())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is over");
    }
}
