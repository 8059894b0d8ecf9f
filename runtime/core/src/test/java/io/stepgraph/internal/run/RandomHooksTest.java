package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Question;
import io.stepgraph.runtime.testing.Graphs.Rejected;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever hooks decide, a run never leaves the declared edges (H2). Graph, steps, hooks and answers are random; the
 * edges that a run has taken are those of its log.
 */
@Tag("H2")
final class RandomHooksTest {
    private static final int RUNS = 200;
    private static final Set<String> EXPECTED = new TreeSet<>(List.of(
            "END",
            "answer",
            "failed INVALID_TRANSITION",
            "next ASK",
            "next FIRST",
            "next SECOND",
            "next THIRD",
            "onFailure INVALID_TRANSITION"));
    private static final List<Node> ALL = List.of(Node.values());
    private static final List<Node> FREE = List.of(FIRST, SECOND, THIRD);

    @AutoClose
    private final Fixture fixture = new Fixture();

    /**
     * Three steps with random edges, of which some are bounded, or have a failure step; and a question with a gate
     * behind it.
     */
    private static TestGraph<Notes> graph(Random random) {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .asks(
                        ASK,
                        s -> s.to(GATED, THIRD).answeredBy(ValueType.of(Approved.class), ValueType.of(Rejected.class)),
                        answer -> answer instanceof Approved ? GATED : THIRD)
                .step(
                        RESCUE,
                        s -> s.takes(ValueType.of(StepFailure.class)).to(FIRST).toEnd(),
                        (notes, input, context) -> random.nextBoolean() ? Transition.go(FIRST) : Transition.end());
        steps(graph, GATED, random, true);
        FREE.forEach(node -> steps(graph, node, random, false));
        return graph;
    }

    private static void steps(TestGraph<Notes> graph, Node node, Random random, boolean isGated) {
        List<Node> next = new ArrayList<>(FREE);
        next.add(ASK);
        next.removeIf(target -> random.nextInt(3) > 0);
        boolean mayEnd = next.isEmpty() || random.nextBoolean();
        boolean isBounded = !isGated && random.nextInt(3) == 0;
        boolean isRescued = random.nextBoolean();
        graph.step(
                node,
                spec -> {
                    spec.to(next.toArray(new Node[0]));
                    if (mayEnd) {
                        spec.toEnd();
                    }
                    if (isGated) {
                        spec.gatedBy(ASK, Approved.class);
                    }
                    if (isBounded) {
                        spec.maxVisits(2, ASK);
                    }
                    if (isRescued) {
                        spec.onFailure(RESCUE);
                    }
                },
                (notes, input, context) -> {
                    int chosen = random.nextInt(next.size() + (mayEnd ? 1 : 0));
                    return chosen == next.size() ? Transition.end() : Transition.go(next.get(chosen));
                });
    }

    /** Decides by chance. Its transitions carry the right values, so that only the edges can refuse them. */
    private static StepHook hook(Random random) {
        return new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return switch (random.nextInt(12)) {
                    case 0, 1, 2 -> new HookDecision.Replace(transition());
                    case 3 -> new HookDecision.Modify(Notes.of("modified"), null);
                    case 4 -> new HookDecision.Deny("by chance");
                    default -> HookDecision.proceed();
                };
            }

            @Override
            public HookTransition after(StepCall call, HookTransition transition) {
                return random.nextInt(4) == 0 ? transition() : transition;
            }

            private HookTransition transition() {
                int kind = random.nextInt(8);
                if (kind == 0) {
                    return new HookTransition.End(null, null);
                }
                if (kind == 1) {
                    return new HookTransition.Ask(new Question("by chance?"), null);
                }
                Node target = ALL.get(random.nextInt(ALL.size()));
                Object failure = new StepFailure<>("first", 1, 1, ErrorCode.STEP_FAILED, "", "by chance");
                return new HookTransition.Go(TestGraph.name(target), target == RESCUE ? failure : null, null);
            }
        };
    }

    @Test
    void H2_a_run_under_random_hooks_never_leaves_the_declared_edges() {
        Random random = new Random();
        Runner runner = fixture.runner(b -> b.hook(hook(random)).maxSteps(30));
        Set<String> taken = new TreeSet<>();
        for (int seed = 0; seed < RUNS; seed++) {
            random.setSeed(seed);
            TestGraph<Notes> graph = graph(random);
            List<RunEvent> log = log(runner.client(graph, new Object()), "run-" + seed, random);
            Edges edges = new Edges(graph, taken, log);
            log.forEach(edges::take);
            fixture.store.forget();
        }
        assertThat(taken).as("what has happened at all").isEqualTo(EXPECTED);
    }

    /** Runs, answers and tries again until the run ends, or for some time. */
    private static List<RunEvent> log(RunClient<Notes, Node> runs, String id, Random random) {
        RunOutcome<Node> outcome = runs.run(id, Notes.of(), null);
        for (int i = 0; i < 10; i++) {
            if (outcome instanceof RunOutcome.QuestionAsked<Node> asked) {
                outcome = runs.answer(asked.ticket(), random.nextBoolean() ? new Approved("Ann") : new Rejected("no"));
            } else if (outcome instanceof RunOutcome.Parked) {
                outcome = runs.resume(id);
            }
        }
        runs.as(Actor.named("the test")).cancel(id);
        return Events.of(runs.events(id));
    }

    /** Follows a run through its log, edge by edge. */
    private static final class Edges {
        private final GraphSpec<Node> graph;
        private final Set<String> taken;
        private final List<RunEvent> log;
        private Set<Node> at;

        Edges(TestGraph<Notes> graph, Set<String> taken, List<RunEvent> log) {
            this.graph = graph.spec();
            this.taken = taken;
            this.log = log;
            this.at = entered(Set.of(FIRST));
        }

        void take(RunEvent event) {
            if (event instanceof RunEvent.StepStarted e) {
                isAt(e.step());
            } else if (event instanceof RunEvent.StepFinished e) {
                StepSpec<Node> left = isAt(e.step());
                at = e.next() == null ? Set.of() : entered(left.next());
                assertThat(e.next() != null || left.end()).as(this::toString).isTrue();
                taken.add(e.next() == null ? "END" : "next " + isAt(e.next()).step());
            } else if (event instanceof RunEvent.StepFailed e) {
                at = entered(Set.of(isAt(e.failure().step()).onFailure()));
                isAt(e.next());
                taken.add("onFailure " + e.failure().code());
            } else if (event instanceof RunEvent.QuestionAsked e) {
                assertThat(isAt(e.ticket().interrupt()).isInterrupt())
                        .as(this::toString)
                        .isTrue();
            } else if (event instanceof RunEvent.Answered e) {
                isAt(e.ticket().interrupt());
                at = entered(Set.of(e.answer() instanceof Approved ? GATED : THIRD));
                taken.add("answer");
            } else if (event instanceof RunEvent.Failed e) {
                isAt(e.failure().step());
                taken.add("failed " + e.failure().code());
            }
        }

        private StepSpec<Node> isAt(String step) {
            StepSpec<Node> found = graph.find(step);
            assertThat(at).as(this::toString).contains(found.step());
            at = Set.of(found.step());
            return found;
        }

        @Override
        public String toString() {
            return "The log is " + log;
        }

        /** The steps that a transition to one of these may enter: one that was visited too often is replaced. */
        private Set<Node> entered(Set<Node> targets) {
            Set<Node> all = EnumSet.noneOf(Node.class);
            for (Node target : targets) {
                all.add(target);
                StepSpec.MaxVisits<Node> bound = graph.step(target).maxVisits();
                if (bound != null) {
                    all.add(bound.then());
                }
            }
            return all;
        }
    }
}
