package io.stepgraph.internal.json;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** I4: many random numbers find the rare one on which the two doors for answers disagree. */
@Tag("I4")
@Tag("nightly")
class NumberBoundIT {

    @Test
    void I4_what_one_door_admits_the_other_one_reads_and_the_reverse() {
        new AnswerPaths().assertAgreement(NumberBoundTest.SCALARS, 20_000);
    }
}
