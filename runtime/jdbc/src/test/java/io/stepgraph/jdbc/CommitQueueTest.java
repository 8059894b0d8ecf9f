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

    /** One that is held up, and so many who come meanwhile, every other one of them interrupted. */
    private List<Boolean> servedWhileOneIs(int count) throws InterruptedException {
        List<Boolean> served = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>(List.of(serving(served, false)));
        first.await();
        for (int i = 0; i < count; i++) {
            threads.add(serving(served, i % 2 == 0));
            awaitParked(threads.get(i + 1));
        }
        gate.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        return served;
    }

    @Test
    void those_who_come_meanwhile_are_served_together_and_keep_their_interrupts() throws Exception {
        assertThat(servedWhileOneIs(10)).hasSize(11).containsOnly(true);
        assertThat(batches).containsExactly(1, 10);
    }

    @Test
    void who_comes_when_more_wait_than_a_batch_holds_is_served_with_the_next() throws Exception {
        assertThat(servedWhileOneIs(300)).hasSize(301).containsOnly(true);
        assertThat(batches).containsExactly(1, 256, 44);
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
}
