package io.stepgraph.internal.codec;

import static io.stepgraph.internal.codec.Codecs.codec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.internal.json.UnreadableValueException;
import io.stepgraph.runtime.graph.Json;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** S1: documents of older and newer builds are read; what is damaged is named. */
@Tag("S1")
public class LenientReadingTest {

    public record Aged(String name, int age, boolean known, Optional<String> nick) {}

    @Test
    void s1AFieldThatWasAddedTakesItsDefaultAndARemovedOneIsIgnored() {
        StoredValuesTest.Essay essay = (StoredValuesTest.Essay)
                codec(StoredValuesTest.Essay.class).read(Json.of("{\"words\":2,\"gone\":{\"deep\":[1]}}"));
        assertThat(essay.request).isEqualTo("none");
        assertThat(essay.words).isEqualTo(2);

        assertThat(codec(Aged.class).read(Json.of("{\"name\":\"ada\",\"gone\":1}")))
                .isEqualTo(new Aged("ada", 0, false, Optional.empty()));
    }

    @Test
    void s1AnUnknownConstantOfAnEnumIsUnreadable() {
        assertThatThrownBy(() -> codec(StoredValuesTest.Containers.class).read(Json.of("{\"byMood\":{\"SOSO\":[]}}")))
                .isInstanceOf(UnreadableValueException.class)
                .hasMessageContaining("Containers.byMood")
                .hasMessageContaining("SOSO");
        assertThatThrownBy(() -> codec(StoredValuesTest.Mood[].class).read(Json.of("[\"GOOD\", 1]")))
                .isInstanceOf(UnreadableValueException.class)
                .hasMessageContaining("Mood[][1]");
    }

    @Test
    void aDamagedDocumentIsUnreadableAndNamesTheField() {
        for (String damaged :
                Arrays.asList("", "{", "null", "[]", "{\"request\":{}}", "{} {}", "{\"words\":\"many\"}")) {
            assertThatThrownBy(() -> codec(StoredValuesTest.Essay.class).read(Json.of(damaged)))
                    .as(damaged)
                    .isInstanceOf(UnreadableValueException.class)
                    .hasMessageStartingWith("Essay");
        }
        assertThatThrownBy(() -> codec(StoredValuesTest.Essay.class).read(Json.of("{\"notes\":[\"a\",{}]}")))
                .hasMessageStartingWith("Essay.notes[1] cannot be read");
    }
}
