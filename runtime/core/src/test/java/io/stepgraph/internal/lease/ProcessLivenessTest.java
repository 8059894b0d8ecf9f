package io.stepgraph.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.store.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When an owner is proven dead (R4). */
@Tag("R4")
final class ProcessLivenessTest {
    private final Owner me = OwnerIdentity.ofNewRunner();

    @Test
    void R4_a_runner_of_this_process_is_dead_once_it_is_closed() {
        OwnerIdentity.opened(me);
        assertThat(OwnerIdentity.isDead(me)).isFalse();
        OwnerIdentity.closed(me);
        assertThat(OwnerIdentity.isDead(me)).isTrue();
    }

    @Test
    void R4_a_runner_of_another_copy_of_the_library_in_this_process_is_not_proven_dead() {
        assertThat(OwnerIdentity.isDead(
                        new Owner(me.machine(), me.boot(), me.pid(), me.processStart(), "other-copy.1")))
                .isFalse();
    }

    /** A later process has its number, and then its runner is not open: dead, if it was here in this boot. */
    @ParameterizedTest
    @CsvSource({
        "this, this, true",
        "other, this, false",
        "other, other, false",
        "this, earlier, false",
        "this, '', false"
    })
    void R4_a_process_whose_number_belongs_to_a_later_one_is_dead_on_its_machine_and_in_its_boot_only(
            String machine, String boot, boolean isDead) {
        String on = machine.equals("this") ? me.machine() : machine;
        String in = boot.equals("this") ? me.boot() : boot;

        assertThat(OwnerIdentity.isDead(new Owner(on, in, me.pid(), me.processStart() - 10, "x")))
                .isEqualTo(isDead);
        assertThat(OwnerIdentity.isDead(new Owner(on, in, me.pid(), me.processStart(), me.runner())))
                .isEqualTo(isDead);
    }

    /** The last two: without a boot that is known, and without a network address. */
    @ParameterizedTest
    @CsvSource({
        "host/0a, 4711, 4711, true",
        "host/0a, 4712, 4711, false",
        "host/0a, '', '', false",
        "host/, 4711, 4711, false"
    })
    void R4_without_proc_a_process_whose_number_is_free_is_dead_if_the_boot_is_the_same(
            String machine, String boot, String ownersBoot, boolean isDead) {
        Owner gone = new Owner(machine, ownersBoot, Integer.MAX_VALUE, 1, "x");

        assertThat(withoutProc(machine, boot).isDead(gone)).isEqualTo(isDead);
    }

    @Test
    void R4_without_proc_a_process_that_runs_lives_and_an_earlier_one_of_its_number_is_dead() {
        ProcessLiveness seen = ProcessLiveness.withoutProc();
        ProcessLiveness here = withoutProc("host/0a", "4711");

        assertThat(seen.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(here.isDead(new Owner("host/0a", "4711", seen.pid(), seen.start(), "x")))
                .isFalse();
        assertThat(here.isDead(new Owner("host/0a", "4711", seen.pid(), seen.start() - 10, "x")))
                .isTrue();
    }

    private static ProcessLiveness withoutProc(String machine, String boot) {
        return new ProcessLiveness(machine, boot, 1, 1, false);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void R4_a_process_lives_until_it_is_killed_and_a_stopped_one_lives_too() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("sleep", "60").start();
        Owner owner = ownerIn(child.pid());

        assertThat(OwnerIdentity.isDead(owner)).isFalse();
        new ProcessBuilder("kill", "-STOP", String.valueOf(child.pid())).start().waitFor();
        assertThat(OwnerIdentity.isDead(owner)).isFalse();
        child.destroyForcibly();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(OwnerIdentity.isDead(owner)).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void R4_a_process_that_started_another_tick_than_the_owner_says_is_a_later_one() throws IOException {
        Process child = new ProcessBuilder("sleep", "60").start();
        try {
            Owner owner = ownerIn(child.pid());

            assertThat(OwnerIdentity.isDead(new Owner(
                            owner.machine(), owner.boot(), owner.pid(), owner.processStart() - 10, owner.runner())))
                    .isTrue();
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void R4_a_killed_process_that_its_parent_has_not_collected_is_dead() throws IOException, InterruptedException {
        // The shell becomes a program that never collects its child.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        try {
            long child = Long.parseLong(parent.inputReader().readLine());
            Owner owner = ownerIn(child);
            assertThat(OwnerIdentity.isDead(owner)).isFalse();

            new ProcessBuilder("kill", "-KILL", String.valueOf(child)).start().waitFor();

            while (stateOf(child) != 'Z') {
                Thread.onSpinWait();
            }
            assertThat(OwnerIdentity.isDead(owner)).isTrue();
        } finally {
            parent.destroyForcibly();
        }
    }

    /** An owner in a process of this machine. */
    private Owner ownerIn(long pid) throws IOException {
        return new Owner(me.machine(), me.boot(), pid, Long.parseLong(stat(pid)[19]) * 10, "x");
    }

    private static char stateOf(long pid) throws IOException {
        return stat(pid)[0].charAt(0);
    }

    private static String[] stat(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void R4_on_linux_a_process_is_named_by_the_boot_of_the_kernel_and_its_process_namespace() throws IOException {
        ProcessLiveness linux = ProcessLiveness.ofThisProcess();

        assertThat(linux.hasProc()).isTrue();
        assertThat(linux.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(linux.boot())
                .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                        .trim());
        assertThat(linux.machine()).endsWith("/" + Files.readSymbolicLink(Path.of("/proc/self/ns/pid")));
        assertThat(linux.isSelf(ownerIn(linux.pid()))).isTrue();
    }
}
