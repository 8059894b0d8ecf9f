package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.internal.json.SealedTypesTest;
import io.stepgraph.runtime.graph.ValueType;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which values need no copy, since they cannot change. */
class ImmutabilityTest {

    @Test
    void onlyRecordsOfValuesAllTheWayDownAreImmutable() {
        assertThat(codec(StoredValuesTest.Scalars.class).isImmutable()).isTrue();
        assertThat(codec(StoredValuesTest.Times.class).isImmutable()).isTrue();
        assertThat(codec(LenientReadingTest.Aged.class).isImmutable()).isTrue();
        assertThat(codec(StoredValuesTest.Containers.class).isImmutable()).isFalse();
        assertThat(codec(StoredValuesTest.Bytes.class).isImmutable()).isFalse();
        assertThat(codec(StoredValuesTest.Essay.class).isImmutable()).isFalse();
        assertThat(codec(Object.class).isImmutable()).isFalse();
        assertThat(codec(Optional.class, ValueType.of(String.class)).isImmutable())
                .isTrue();
        assertThat(codec(Optional.class, ValueType.of(StoredValuesTest.Essay.class))
                        .isImmutable())
                .isFalse();
    }

    @Test
    void sealedTypesOfImmutableLeavesAreImmutable() {
        assertThat(codec(SealedTypesTest.Renamed.class).isImmutable()).isTrue();
        assertThat(codec(SealedTypesTest.Decision.class).isImmutable()).isFalse();
        assertThat(codec(SealedTypesTest.Rude.class).isImmutable()).isTrue();
        assertThat(codec(SealedTypesTest.Result.class, ValueType.of(String.class))
                        .isImmutable())
                .isFalse();
    }
}
