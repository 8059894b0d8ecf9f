package io.stepgraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests expect a run to come to. */
public final class Stops {
    private Stops() {}

    public static Object completed(Stop<Node> stop) {
        assertThat(stop).isInstanceOf(Stop.Completed.class);
        return ((Stop.Completed<Node>) stop).result();
    }

    public static Stop.Failed<Node> failed(Stop<Node> stop, ErrorCode code) {
        assertThat(stop).isInstanceOf(Stop.Failed.class);
        Stop.Failed<Node> failed = (Stop.Failed<Node>) stop;
        assertThat(failed.failure().code()).as(failed.failure().toString()).isEqualTo(code);
        return failed;
    }

    public static Stop.Asked<Node> asked(Stop<Node> stop) {
        assertThat(stop).isInstanceOf(Stop.Asked.class);
        return (Stop.Asked<Node>) stop;
    }

    public static Stop.Parked<Node> parked(Stop<Node> stop) {
        assertThat(stop).isInstanceOf(Stop.Parked.class);
        return (Stop.Parked<Node>) stop;
    }
}
