package io.stepgraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.stepgraph.engine.Runner;
import io.stepgraph.langchain4j.Acting;
import io.stepgraph.langchain4j.Acts;
import io.stepgraph.langchain4j.Decision;
import io.stepgraph.langchain4j.ToolAgent;
import io.stepgraph.langchain4j.ToolAgent.Answer.Ending;
import io.stepgraph.langchain4j.ToolAgentGraph;
import io.stepgraph.langchain4j.ToolAgentGraph.Outcome;
import io.stepgraph.langchain4j.Tools;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The ready-made agent, made of beans because a property asks for it. */
class ToolAgentTest {
    private final ApplicationContextRunner without = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(StepgraphAutoConfiguration.class, StepgraphToolAgentAutoConfiguration.class))
            .withPropertyValues("stepgraph.store.type=memory");
    private final ApplicationContextRunner application = without.withUserConfiguration(Support.class)
            .withPropertyValues("stepgraph.tool-agent.enabled=true", "stepgraph.tool-agent.system=You help customers.");

    /** A tool that pays. */
    static final class Shop {
        private final List<String> paid = new CopyOnWriteArrayList<>();

        @Tool("Pays an order back.")
        @Acts(ask = "Pay {order} back?")
        public String refund(@P(name = "order", value = "its number") String order, Acting acting) {
            paid.add(order + " by " + acting.approvedBy());
            return "Paid back.";
        }
    }

    /** A model that pays back whatever is asked for, and repeats the result. */
    static final class FriendlyModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(
                            request.messages().get(request.messages().size() - 1) instanceof UserMessage
                                    ? AiMessage.from(ToolExecutionRequest.builder()
                                            .id("call-1")
                                            .name("refund")
                                            .arguments("{\"order\": \"A-1\"}")
                                            .build())
                                    : AiMessage.from("Done."))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Support {
        @Bean
        Shop shop() {
            return new Shop();
        }

        @Bean
        Tools tools(Shop shop) {
            return Tools.of(shop); // its @Tool methods; @Acts marks those that change something
        }

        @Bean
        ChatModel model() {
            return new FriendlyModel(); // a StreamingChatModel shows its words as they come
        }
    }

    private static ToolAgent.Answer talk(ToolAgentGraph.Runs runs) {
        Outcome outcome = runs.run("message-1", new ToolAgent.Chat(), "Please pay A-1 back.");
        while (outcome instanceof Outcome.Approve ask) {
            outcome = runs.answerApprove(ask, new Decision.Approved());
        }
        return ((Outcome.Completed) outcome).result();
    }

    @Test
    void an_agent_is_made_of_a_model_and_tools() {
        application.run(context -> {
            ToolAgentGraph graph = context.getBean(ToolAgentGraph.class);

            ToolAgent.Answer answer = talk(graph.on(context.getBean(Runner.class), "customer-42"));

            assertThat(answer).isEqualTo(new ToolAgent.Answer("Done.", Ending.ANSWERED));
            assertThat(context.getBean(Shop.class).paid).hasSize(1);
        });
    }

    @Test
    void its_name_and_its_limits_are_those_of_the_properties() {
        application
                .withPropertyValues("stepgraph.tool-agent.name=support", "stepgraph.tool-agent.turns=1")
                .run(context -> {
                    ToolAgent.Answer answer = talk(context.getBean(ToolAgentGraph.Runs.class));

                    assertThat(answer.ending()).isEqualTo(Ending.LIMIT_REACHED);
                    assertThat(context.getBean(Store.class).runs().find(new RunKey("default", "message-1")))
                            .extracting(StoredRun::graph)
                            .isEqualTo("support");
                });
    }

    @Test
    void nobody_gets_one_who_has_not_asked_for_it() {
        without.withUserConfiguration(Support.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ToolAgent.class));
    }

    @Test
    void an_application_without_a_model_is_told_what_to_declare() {
        without.withPropertyValues("stepgraph.tool-agent.enabled=true")
                .withBean(Tools.class, () -> Tools.of(new Shop()))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseMessage(
                                "stepgraph.tool-agent.enabled asks for an agent, but no bean is a model."));
    }
}
