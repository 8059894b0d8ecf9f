package io.stepgraph.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.hook.RunObserver;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Observers that throw. */
@Tag("H3")
final class ObserverErrorsTest {
    private static final List<Supplier<Throwable>> ERRORS = List.of(
            IllegalStateException::new,
            AssertionError::new,
            StackOverflowError::new,
            NoClassDefFoundError::new,
            InterruptedException::new);

    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> charges = new ArrayList<>();
    private final List<Place> reached = new ArrayList<>();

    /** The methods of an observer. */
    private enum Place {
        EXECUTES,
        STEP,
        EFFECT,
        EFFECT_ENDED,
        STEP_ENDED,
        EXECUTION_ENDED
    }

    /** An observer that throws in one of its methods. */
    private final class Broken implements RunObserver {
        private final Place place;
        private final Supplier<Throwable> error;

        Broken(Place place, Supplier<Throwable> error) {
            this.place = place;
            this.error = error;
        }

        private void at(Place now) {
            if (now == place) {
                reached.add(now);
                throw ObserverErrorsTest.<RuntimeException>unchecked(error.get());
            }
        }

        @Override
        public void happened(RunEvent event) {}

        @Override
        public ExecutionScope executes(ExecutedRun run) {
            at(Place.EXECUTES);
            return new ExecutionScope() {
                @Override
                public StepScope step(String step, long visit, int attempt) {
                    at(Place.STEP);
                    return new BrokenStep();
                }

                @Override
                public void ended(ExecutionOutcome outcome) {
                    at(Place.EXECUTION_ENDED);
                }
            };
        }

        private final class BrokenStep implements StepScope {
            @Override
            public EffectScope effect(String name, String item) {
                at(Place.EFFECT);
                return (outcome, thrown) -> at(Place.EFFECT_ENDED);
            }

            @Override
            public void ended(StepOutcome outcome, @Nullable Throwable thrown) {
                at(Place.STEP_ENDED);
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private TestGraph<Notes> paying() {
        return Graphs.single((notes, context) ->
                notes.add(context.once("charge", "500", String.class).call((key, cents) -> {
                    charges.add(key);
                    return "paid";
                })));
    }

    @ParameterizedTest
    @EnumSource
    void H3_what_an_observer_throws_changes_nothing_and_the_charge_is_made_once(Place place) {
        for (Supplier<Throwable> error : ERRORS) {
            String id = error.get().getClass().getSimpleName();
            charges.clear();
            reached.clear();

            assertThat(Outcomes.completed(fixture.runs(paying(), b -> b.observer(new Broken(place, error)))
                            .run(id, Notes.of(), null)))
                    .as(id)
                    .hasToString("[paid]");
            assertThat(charges).as(id).hasSize(1);
            assertThat(reached).as(id).containsExactly(place);
        }
    }

    @ParameterizedTest
    @EnumSource
    void H3_a_worker_whose_observer_throws_executes_its_runs(Place place) throws Exception {
        fixture.runs(paying()).enqueue("one", Notes.of(), null);
        CountDownLatch completed = new CountDownLatch(1);

        try (Worker worker = Worker.builder(fixture.memory)
                .graphs(new TestAgent<>(paying()))
                .observer(new Broken(place, AssertionError::new))
                .observer(event -> {
                    if (event instanceof RunEvent.Completed) {
                        completed.countDown();
                    }
                    throw new AssertionError();
                })
                .build()) {
            worker.start();
            assertThat(completed.await(20, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(charges).hasSize(1);
    }

    @Test
    void H3_what_an_observer_throws_at_an_event_changes_nothing() {
        for (Supplier<Throwable> error : ERRORS) {
            String id = error.get().getClass().getSimpleName();

            assertThat(Outcomes.completed(fixture.runs(
                                    paying(),
                                    b -> b.observer(event -> {
                                        throw ObserverErrorsTest.<RuntimeException>unchecked(error.get());
                                    }))
                            .run(id, Notes.of(), null)))
                    .as(id)
                    .hasToString("[paid]");
        }
    }

    @Test
    void H3_an_error_of_the_virtual_machine_is_thrown_again() {
        for (Supplier<Throwable> error : List.<Supplier<Throwable>>of(OutOfMemoryError::new, InternalError::new)) {
            String id = error.get().getClass().getSimpleName();

            assertThatThrownBy(() -> fixture.runs(paying(), b -> b.observer(new Broken(Place.STEP, error)))
                            .run(id, Notes.of(), null))
                    .as(id)
                    .isInstanceOf(error.get().getClass());
        }
    }
}
