package io.stepgraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A commit that arrives while another one is written is written next, together with all others that arrived. */
final class CommitQueueTest {
    private final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CommitQueue<Member> queue = new CommitQueue<>(this::serve);

    private static final class Member extends CommitQueue.Member {
        private volatile boolean isServed;
    }

    private void serve(List<Member> members) {
        batches.add(members.size());
        if (batches.size() == 1) {
            first.countDown();
            awaitGate();
        }
        members.forEach(member -> member.isServed = true);
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Thread serving(List<Boolean> served, boolean interrupted) {
        Thread thread = new Thread(() -> {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Member member = new Member();
            queue.serve(member);
            served.add(member.isServed && Thread.currentThread().isInterrupted() == interrupted);
        });
        thread.start();
        return thread;
    }

    /** Leaves the processor to the others, so that the thread gets there. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
    }

    @Test
    void one_who_is_alone_is_served_in_its_own_thread() {
        gate.countDown();
        Member member = new Member();

        queue.serve(member);
        queue.serve(new Member());

        assertThat(member.isServed).isTrue();
        assertThat(batches).containsExactly(1, 1);
    }

    @Test
    void those_who_come_meanwhile_are_served_together_and_keep_their_interrupts() throws Exception {
        List<Boolean> served = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        threads.add(serving(served, false));
        first.await();
        for (int i = 0; i < 10; i++) {
            Thread thread = serving(served, i % 2 == 0);
            awaitParked(thread);
            threads.add(thread);
        }
        gate.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(batches).containsExactly(1, 10);
        assertThat(served).hasSize(11).containsOnly(true);
    }

    @Test
    void who_comes_when_more_wait_than_a_batch_holds_is_served_with_the_next() throws Exception {
        List<Boolean> served = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        threads.add(serving(served, false));
        first.await();
        for (int i = 0; i < 300; i++) {
            Thread thread = serving(served, false);
            awaitParked(thread);
            threads.add(thread);
        }
        gate.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(batches).containsExactly(1, 256, 44);
        assertThat(served).hasSize(301).containsOnly(true);
    }

    @Test
    void a_service_that_breaks_down_leaves_the_next_one_served() {
        gate.countDown();
        CommitQueue<Member> broken = new CommitQueue<>(members -> {
            batches.add(members.size());
            if (batches.size() == 1) {
                throw new OutOfMemoryError("in a test");
            }
        });

        assertThatThrownBy(() -> broken.serve(new Member())).isInstanceOf(OutOfMemoryError.class);
        broken.serve(new Member());

        assertThat(batches).containsExactly(1, 1);
    }

    @Test
    void many_threads_lose_nobody() throws Exception {
        gate.countDown();
        List<Boolean> served = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 5_000; n++) {
                    Member member = new Member();
                    queue.serve(member);
                    if (!member.isServed) {
                        served.add(false);
                    }
                }
                served.add(true);
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(served).hasSize(16).containsOnly(true);
        assertThat(batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(80_000);
    }
}
