package io.stepgraph.runtime.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.runtime.store.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** When an owner is proven dead (R4). */
final class DeadOwnersTest {
    private final Owner me = OwnerIdentity.ofNewRunner();

    @Test
    void R4_a_runner_of_this_process_is_dead_once_it_is_closed() {
        DeadOwners.opened(me);
        assertThat(DeadOwners.isDead(me)).isFalse();
        DeadOwners.closed(me);
        assertThat(DeadOwners.isDead(me)).isTrue();
    }

    @Test
    void R4_a_runner_of_another_copy_of_the_library_in_this_process_is_not_proven_dead() {
        assertThat(DeadOwners.isDead(new Owner(me.machine(), me.boot(), me.pid(), me.processStart(), "other-copy.1")))
                .isFalse();
    }

    @Test
    void R4_a_process_whose_number_belongs_to_a_later_one_is_dead() {
        assertThat(DeadOwners.isDead(replaced(me.machine(), me.boot()))).isTrue();
    }

    @Test
    void R4_nothing_is_proven_of_another_machine() {
        assertThat(DeadOwners.isDead(replaced("other", me.boot()))).isFalse();
        assertThat(DeadOwners.isDead(closed("other", me.boot()))).isFalse();
        assertThat(DeadOwners.isDead(replaced("other", "other"))).isFalse();
    }

    @Test
    void R4_nothing_is_proven_across_boots_since_two_live_machines_may_have_the_same_name() {
        assertThat(DeadOwners.isDead(replaced(me.machine(), "earlier"))).isFalse();
        assertThat(DeadOwners.isDead(closed(me.machine(), "earlier"))).isFalse();
        assertThat(DeadOwners.isDead(replaced(me.machine(), ""))).isFalse();
    }

    /** Its number belongs to a later process: dead, if it was on this machine in this boot. */
    private Owner replaced(String machine, String boot) {
        return new Owner(machine, boot, me.pid(), me.processStart() - 10, "x");
    }

    /** A runner that is not open: dead, if it was in this process. */
    private Owner closed(String machine, String boot) {
        return new Owner(machine, boot, me.pid(), me.processStart(), me.runner());
    }

    @Test
    void R4_nor_where_boots_cannot_be_told_apart() {
        PortableProcesses nameless = new PortableProcesses("host/0a", "", 1, 1);

        assertThat(DeadOwners.isDead(new Owner("host/0a", "", Integer.MAX_VALUE, 1, "x"), nameless))
                .isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void R4_a_process_lives_until_it_is_killed_and_a_stopped_one_lives_too() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "60").start();
        LinuxProcesses linux = LinuxProcesses.read();
        assertThat(linux).isNotNull();
        long start = startOf(child.pid());

        assertThat(linux.isGone(child.pid(), start)).isFalse();
        assertThat(linux.isGone(child.pid(), start + 10)).isTrue();
        new ProcessBuilder("kill", "-STOP", String.valueOf(child.pid())).start().waitFor();
        assertThat(linux.isGone(child.pid(), start)).isFalse();
        child.destroyForcibly();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(linux.isGone(child.pid(), start)).isTrue();
    }

    /** What the process would say of itself. */
    private static long startOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19]) * 10;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void R4_what_linux_says_of_this_process() {
        LinuxProcesses linux = LinuxProcesses.read();

        assertThat(linux).isNotNull();
        assertThat(linux.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(linux.boot()).hasSize(36);
        assertThat(linux.machine()).contains("/pid:[");
        assertThat(linux.isGone(linux.pid(), linux.start())).isFalse();
    }

    @Test
    void R4_what_any_system_says_of_this_process() {
        PortableProcesses portable = PortableProcesses.read();

        assertThat(portable.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(portable.isGone(portable.pid(), portable.start())).isFalse();
        assertThat(DeadOwners.isDead(new Owner("host/0a", "4711", Integer.MAX_VALUE, 1, "x"), onBoot("4711")))
                .isTrue();
        assertThat(DeadOwners.isDead(new Owner("host/0a", "4711", Integer.MAX_VALUE, 1, "x"), onBoot("4712")))
                .isFalse();
        assertThat(new PortableProcesses("host/", "4711", 1, 1).isGone(Integer.MAX_VALUE, 1))
                .as("without an address of its own")
                .isFalse();
    }

    private static PortableProcesses onBoot(String boot) {
        return new PortableProcesses("host/0a", boot, 1, 1);
    }
}
