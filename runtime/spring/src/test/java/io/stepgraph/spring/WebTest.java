package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.AnswerNotPermittedException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.event.StreamedEvent;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.core.GrantedAuthorityDefaults;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.authentication.switchuser.SwitchUserFilter;
import org.springframework.security.web.authentication.switchuser.SwitchUserGrantedAuthority;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** What web requests get. */
class WebTest {
    private final WebApplicationContextRunner application = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    StepgraphAutoConfiguration.class,
                    StepgraphSecurityAutoConfiguration.class,
                    StepgraphWebAutoConfiguration.class,
                    JacksonAutoConfiguration.class,
                    HttpMessageConvertersAutoConfiguration.class,
                    WebMvcAutoConfiguration.class))
            .withPropertyValues(
                    "stepgraph.store.type=memory", "stepgraph.worker.enabled=false", "stepgraph.runner.max-queued=2")
            .withUserConfiguration(Applications.Greeting.class)
            .withBean(Leaves.class)
            .withBean(Leave.class);

    @RestController
    record Leaves(LeaveGraph.Runs.Unnamed leaves, GreeterGraph graph, GreeterGraph.Runs greetings, Runner runner) {
        @PostMapping("/answers/{ticket}")
        void answer(@PathVariable("ticket") String ticket, @RequestBody String json, Actor actor) {
            runner.as(actor).answer(ticket, json);
        }

        @GetMapping("/greetings/{id}")
        Optional<GreeterGraph.Outcome> look(@PathVariable("id") String id) {
            return greetings.outcome(id);
        }

        @PostMapping("/leaves/{id}")
        LeaveGraph.Outcome start(@PathVariable("id") String id) {
            return leaves.as(Actor.named("ann")).run(id, new Leave.Request());
        }

        @GetMapping("/errors/{code}")
        void fails(@PathVariable("code") String code) {
            LeaveGraph.Runs ann = leaves.as(Actor.named("ann"));
            Supplier<LeaveGraph.Outcome.Ask> ask =
                    () -> (LeaveGraph.Outcome.Ask) ann.run("leave-1", new Leave.Request());
            switch (code) {
                case "RUN_NOT_FOUND" -> greetings.resume("nobody");
                case "ANSWER_NOT_PERMITTED" -> ann.answerAsk(ask.get(), new Leave.Granted());
                case "INVALID_ANSWER" ->
                    leaves.as(Actor.named("bob", "lead"))
                            .answer(ask.get().ticket().id(), "{\"days\": 1}");
                case "STALE_ANSWER" -> greetings.answer("1-1-1", "{}");
                case "START_CONFLICT" -> {
                    greetings.enqueue("ann-1", new Greeter.Visit("Ann"));
                    greetings.enqueue("ann-1", new Greeter.Visit("Eve"));
                }
                case "THREAD_BUSY" -> {
                    graph.on(runner, "talk").enqueue("ann-1", new Greeter.Visit("Ann"));
                    graph.on(runner, "talk").enqueue("ann-2", new Greeter.Visit("Ann"));
                }
                case "QUEUE_FULL" -> {
                    greetings.enqueue("ann-1", new Greeter.Visit("Ann"));
                    greetings.enqueue("ann-2", new Greeter.Visit("Ann"));
                    greetings.enqueue("ann-3", new Greeter.Visit("Ann"));
                }
                case "STORE_UNAVAILABLE" -> throw new StoreUnavailableException("Connection to 10.0.0.7 refused");
                case "WRAPPED" ->
                    throw new IllegalStateException(new StoreUnavailableException("Connection to 10.0.0.7 refused"));
                default -> throw new IllegalStateException(code);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LowerCase {
        @Bean
        NameNormalizer names() {
            return name -> name.toLowerCase(Locale.ROOT);
        }
    }

    @AfterEach
    void signOut() {
        SecurityContextHolder.clearContext();
    }

    @ParameterizedTest
    @CsvSource({
        "RUN_NOT_FOUND, 404",
        "ANSWER_NOT_PERMITTED, 403",
        "INVALID_ANSWER, 422",
        "STALE_ANSWER, 409",
        "START_CONFLICT, 409",
        "THREAD_BUSY, 409",
        "QUEUE_FULL, 429",
        "STORE_UNAVAILABLE, 503",
    })
    void an_exception_of_the_library_is_a_problem_with_its_code(String code, int status) {
        application.run(context -> assertThat(
                        MockMvcTester.from(context).get().uri("/errors/" + code).exchange())
                .hasStatus(status)
                .bodyText()
                .contains("\"code\":\"" + code + "\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"STORE_UNAVAILABLE", "WRAPPED"})
    void a_client_does_not_see_what_the_driver_says(String code) {
        application.run(context -> assertThat(
                        MockMvcTester.from(context).get().uri("/errors/" + code).exchange())
                .hasStatus(503)
                .bodyText()
                .contains("try again later", "STORE_UNAVAILABLE")
                .doesNotContain("10.0.0.7"));
    }

    @Test
    void an_outcome_tells_its_kind_and_a_run_without_one_is_queued() {
        application.run(context -> {
            MockMvcTester web = MockMvcTester.from(context);
            GreeterGraph.Runs greetings = context.getBean(GreeterGraph.Runs.class);
            greetings.enqueue("ann-1", new Greeter.Visit("Ann"));

            assertThat(web.get().uri("/greetings/ann-1").exchange()).bodyText().isEqualTo("{\"outcome\":\"queued\"}");
            greetings.resume("ann-1");
            assertThat(web.get().uri("/greetings/ann-1").exchange())
                    .bodyText()
                    .startsWith("{\"outcome\":\"completed\",\"result\":");
            assertThat(web.post().uri("/leaves/leave-1").exchange())
                    .bodyText()
                    .startsWith("{\"outcome\":\"asked\",")
                    .contains("\"step\":\"ask\"", "\"ticket\":\"default~leave-1~", "\"question\":");
        });
    }

    @Test
    void problem_details_can_be_switched_off() {
        application
                .withPropertyValues("stepgraph.web.problem-details=false")
                .run(context -> assertThat(context).doesNotHaveBean(ProblemDetails.class));
    }

    @Test
    void a_controller_gets_who_has_signed_in_with_the_authorities_as_roles() {
        application.run(context -> {
            LeaveGraph.Runs leaves =
                    context.getBean(LeaveGraph.Runs.Unnamed.class).as(Actor.named("ann"));
            LeaveGraph.Outcome.Ask asked = (LeaveGraph.Outcome.Ask) leaves.run("leave-1", new Leave.Request());

            signIn("bob", new SimpleGrantedAuthority("ROLE_lead"));
            assertThat(MockMvcTester.from(context)
                            .post()
                            .uri("/answers/" + asked.ticket().id())
                            .content("{}")
                            .exchange())
                    .hasStatusOk();
            assertThat(leaves.resume("leave-1")).isInstanceOf(LeaveGraph.Outcome.Completed.class);
        });
    }

    @Test
    void how_somebody_signed_in_is_no_role() {
        application.run(context -> {
            signIn(
                    "bob",
                    new SimpleGrantedAuthority("ROLE_lead"),
                    new SimpleGrantedAuthority("audit"),
                    FactorGrantedAuthority.fromAuthority(FactorGrantedAuthority.PASSWORD_AUTHORITY));

            assertThat(context.getBean(CurrentActor.class).get().roles()).containsExactly("lead");
        });
    }

    @Test
    void the_role_prefix_is_that_of_the_application() {
        application
                .withBean(GrantedAuthorityDefaults.class, () -> new GrantedAuthorityDefaults("may "))
                .run(context -> {
                    signIn("bob", new SimpleGrantedAuthority("ROLE_lead"), new SimpleGrantedAuthority("may answer"));

                    assertThat(context.getBean(CurrentActor.class).get().roles())
                            .containsExactly("answer");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lead\u200B", "lead "})
    @ExtendWith(OutputCaptureExtension.class)
    void an_authority_that_can_be_no_role_is_left_out_and_logged_once(String unfit, CapturedOutput output) {
        application.run(context -> {
            CurrentActor current = context.getBean(CurrentActor.class);
            for (int call = 0; call < 3; call++) {
                signIn(
                        "bob",
                        new SimpleGrantedAuthority("ROLE_lead"),
                        new SimpleGrantedAuthority("ROLE_" + (unfit.isEmpty() ? "x".repeat(201) : unfit)));
                assertThat(current.get().roles()).containsExactly("lead");
            }
            signIn("bob", new SimpleGrantedAuthority("SCOPE_" + "x".repeat(500)));
            assertThat(current.get().roles()).isEmpty();
            assertThat(output.getAll()).containsOnlyOnce("An authority is left out");
        });
    }

    @Test
    void who_has_switched_to_another_user_acts_with_the_own_name_and_roles() {
        application.run(context -> {
            Authentication ann = new TestingAuthenticationToken("ann", "secret", "ROLE_support", "ROLE_lead");
            signIn(
                    "bob",
                    new SimpleGrantedAuthority("ROLE_customer"),
                    new SwitchUserGrantedAuthority(SwitchUserFilter.ROLE_PREVIOUS_ADMINISTRATOR, ann));
            Actor actor = context.getBean(CurrentActor.class).get();
            LeaveGraph.Runs leaves =
                    context.getBean(LeaveGraph.Runs.Unnamed.class).as(actor);
            LeaveGraph.Outcome.Ask asked = (LeaveGraph.Outcome.Ask) leaves.run("leave-1", new Leave.Request());

            assertThat(actor.name()).isEqualTo("ann");
            assertThat(actor.roles()).containsExactly("lead", "support");
            assertThat(actor.actsAs()).isEqualTo("bob");
            assertThatThrownBy(() -> leaves.answerAsk(asked, new Leave.Granted()))
                    .isInstanceOf(AnswerNotPermittedException.class)
                    .hasMessageContaining("ann may not");
            leaves.cancel("leave-1");
            assertThat(leaves.events("leave-1"))
                    .extracting(StreamedEvent::event)
                    .contains(
                            new RunEvent.Started("leave-1", "ann as bob", Map.of()),
                            new RunEvent.Cancelled("leave-1", "ann as bob"));
        });
    }

    @Test
    void a_bean_normalises_the_names_of_the_runner() {
        application.withUserConfiguration(LowerCase.class).run(context -> {
            LeaveGraph.Runs.Unnamed leaves = context.getBean(LeaveGraph.Runs.Unnamed.class);
            LeaveGraph.Outcome.Ask asked =
                    (LeaveGraph.Outcome.Ask) leaves.as(Actor.named("Ann")).run("leave-1", new Leave.Request());

            signIn("ANN", new SimpleGrantedAuthority("ROLE_lead"));
            assertThat(MockMvcTester.from(context)
                            .post()
                            .uri("/answers/" + asked.ticket().id())
                            .content("{}")
                            .exchange())
                    .hasStatus(403);
        });
    }

    private static void signIn(String name, GrantedAuthority... authorities) {
        SecurityContextHolder.getContext()
                .setAuthentication(new TestingAuthenticationToken(name, "secret", List.of(authorities)));
    }

    @Test
    void nobody_is_an_actor_before_the_sign_in() {
        application.run(context ->
                assertThat(context.getBean(CurrentActor.class).find()).isEmpty());
    }
}
