package io.stepgraph.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.PermissionMode;
import io.stepgraph.internal.log.EventCodec;
import io.stepgraph.runtime.event.RunEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("V1")
final class RunCommandTest {

    @Test
    void a_command_writes_its_event_as_the_codec_writes_it() {
        assertThat(new RunCommand.SetMode(PermissionMode.PLAN, "\"Eve\"").event())
                .isEqualTo(EventCodec.write(new RunEvent.ModeChanged("one", PermissionMode.PLAN, "\"Eve\"")));
        assertThat(new RunCommand.Cancel("Eve").event())
                .isEqualTo(EventCodec.write(new RunEvent.Cancelled("one", "Eve")));
    }
}
