package io.stepgraph.spring;

import static io.stepgraph.StepGraph.END;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepgraph.Step;
import io.stepgraph.StepGraph;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import io.stepgraph.store.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import tools.jackson.databind.PropertyNamingStrategies;

/** Each bean whose class is an agent is injectable as its graph and its runs. */
class AgentBeansTest {
    private final ApplicationContextRunner application = Applications.greeting();

    /** What an application writes: constructor injection by type. */
    record Service(GreeterGraph graph, GreeterGraph.Runs greetings, AgentBeansTest_NestedGraph.Runs others) {}

    /** Nested: its graph is {@code AgentBeansTest_NestedGraph}. */
    @StepGraph(start = "count")
    static final class Nested {
        static final class Count {
            public int value;
        }

        @Step(next = END)
        void count(Count count) {
            count.value++;
        }
    }

    @Test
    void a_service_gets_the_runs_of_several_agents() {
        application.withBean(Nested.class).withBean(Service.class).run(context -> {
            Service service = context.getBean(Service.class);

            assertThat(service.greetings().run("ann-1", new Greeter.Visit("Ann")))
                    .isInstanceOfSatisfying(
                            GreeterGraph.Outcome.Completed.class,
                            completed -> assertThat(completed.result().greeting).isEqualTo("Hello, Ann"));
            assertThat(service.others().run("count-1", new Nested.Count()))
                    .isInstanceOf(AgentBeansTest_NestedGraph.Outcome.Completed.class);
            assertThat(service.graph().on(context.getBean(Runner.class)).outcome("ann-1"))
                    .isPresent();
        });
    }

    @Test
    void a_step_of_a_proxied_agent_runs_in_its_transaction() {
        application.withUserConfiguration(Booking.class).run(context -> {
            assertThat(AopUtils.isCglibProxy(context.getBean(Leave.class))).isTrue();
            LeaveGraph.Runs.Unnamed unnamed = context.getBean(LeaveGraph.Runs.Unnamed.class);

            LeaveGraph.Outcome.Ask asked =
                    (LeaveGraph.Outcome.Ask) unnamed.as(Actor.named("ann")).run("leave-1", new Leave.Request());
            LeaveGraph.Outcome outcome = unnamed.as(Actor.named("bob", "lead")).answerAsk(asked, new Leave.Granted());

            assertThat(((LeaveGraph.Outcome.Completed) outcome).result().isBookedInTransaction)
                    .isTrue();
        });
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(proxyTargetClass = true)
    @Import(Leave.class)
    static class Booking {
        @Bean
        PlatformTransactionManager transactions() {
            return new AbstractPlatformTransactionManager() {
                private static final long serialVersionUID = 1;

                @Override
                protected Object doGetTransaction() {
                    return this;
                }

                @Override
                protected void doBegin(Object transaction, TransactionDefinition definition) {}

                @Override
                protected void doCommit(DefaultTransactionStatus status) {}

                @Override
                protected void doRollback(DefaultTransactionStatus status) {}
            };
        }
    }

    @Test
    void a_json_customizer_changes_what_is_stored_and_nobody_gets_a_graph_without_it() {
        application
                .withBean(
                        JsonCustomizer.class,
                        () -> mapper -> mapper.propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE))
                .withPropertyValues("stepgraph.worker.enabled=false")
                .run(context -> {
                    context.getBean(GreeterGraph.Runs.class).enqueue("ann-1", new Greeter.Visit("Ann"));

                    assertThat(context.getBean(Store.class).runs().find(new RunKey("default", "ann-1")))
                            .extracting(run -> String.valueOf(run.state()))
                            .asString()
                            .contains("first_name");
                    assertThat(context.getBeanProvider(GreeterGraph.class).getIfAvailable())
                            .isNull();
                    assertThat(context.getBean(AgentGraph.class)).isNotNull();
                });
    }

    @Test
    void a_graph_of_the_application_is_left_alone() {
        GreeterGraph own = GreeterGraph.of(new Greeter(name -> "Bye, " + name));
        application.withBean("own", GreeterGraph.class, () -> own).run(context -> {
            assertThat(context.getBean(GreeterGraph.class)).isSameAs(own);
            assertThat(context.getBean(GreeterGraph.Runs.class).run("ann-1", new Greeter.Visit("Ann")))
                    .isInstanceOfSatisfying(
                            GreeterGraph.Outcome.Completed.class,
                            completed -> assertThat(completed.result().greeting).isEqualTo("Bye, Ann"));
        });
    }

    @Test
    void a_graph_with_another_name_takes_the_place_of_ours() {
        application.withUserConfiguration(Named.class).run(context -> {
            context.getBean(GreeterGraph.Runs.class).run("ann-1", new Greeter.Visit("Ann"));

            assertThat(context).hasSingleBean(AgentGraph.class).doesNotHaveBean(GreeterGraph.class);
            assertThat(context.getBean(Store.class).runs().find(new RunKey("default", "ann-1")))
                    .extracting(StoredRun::graph)
                    .isEqualTo("visitors");
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Named {
        @Bean
        AgentGraph<?, ?, ?, ?, GreeterGraph.Runs, ?> visitors(Greeter greeter) {
            return GreeterGraph.of(greeter).named("visitors");
        }
    }

    @Test
    void two_agents_of_one_class_are_refused() {
        application
                .withBean("second", Greeter.class, () -> new Greeter(name -> name))
                .run(
                        context -> assertThat(context)
                                .getFailure()
                                .hasRootCauseMessage(
                                        "A worker has one agent for each graph; 'io.stepgraph.spring.Greeter' was given twice."));
    }

    @Test
    void an_application_without_agents_starts() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(StepgraphAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Runner.class));
    }

    @Test
    void beans_of_the_application_take_the_place_of_store_and_runner() {
        MemoryStore store = new MemoryStore();
        Runner runner = Runner.builder(store).namespace("own").build();
        application
                .withBean("ownStore", Store.class, () -> store)
                .withBean("ownRunner", Runner.class, () -> runner)
                .run(context -> {
                    assertThat(context.getBean(Store.class)).isSameAs(store);
                    assertThat(context.getBean(Runner.class)).isSameAs(runner);
                    context.getBean(GreeterGraph.Runs.class).run("ann-1", new Greeter.Visit("Ann"));
                    assertThat(store.runs().find(new RunKey("own", "ann-1"))).isNotNull();
                });
    }
}
