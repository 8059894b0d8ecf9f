package io.stepgraph.spring;

import static java.util.Objects.requireNonNullElse;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.stepgraph.langchain4j.Limits;
import io.stepgraph.langchain4j.Model;
import io.stepgraph.langchain4j.ToolAgent;
import io.stepgraph.langchain4j.ToolAgentGraph;
import io.stepgraph.langchain4j.ToolAgentStep;
import io.stepgraph.langchain4j.Tools;
import io.stepgraph.runtime.client.AgentGraph;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.context.annotation.Bean;

/**
 * The ready-made agent of {@code stepgraph-langchain4j}, made of the application's model and tools, if a property asks
 * for it. Its graph and its runs are beans as those of each agent.
 */
@AutoConfiguration(after = StepgraphAutoConfiguration.class)
@ConditionalOnClass(ToolAgent.class)
@ConditionalOnBooleanProperty("stepgraph.tool-agent.enabled")
public final class StepgraphToolAgentAutoConfiguration {

    /** Makes the model, of one that streams if there is one, else of one that answers in one piece. */
    @Bean
    @ConditionalOnMissingBean
    Model stepgraphModel(ObjectProvider<StreamingChatModel> streaming, ObjectProvider<ChatModel> blocking) {
        StreamingChatModel model = streaming.getIfAvailable();
        if (model != null) {
            return Model.of(model);
        }
        return Model.of(blocking.getIfAvailable(() -> {
            throw new FailureAnalyzedException(
                    "stepgraph.tool-agent.enabled asks for an agent, but no bean is a model.",
                    "Declare a bean of the type StreamingChatModel, or ChatModel, of LangChain4j.");
        }));
    }

    @Bean
    @ConditionalOnMissingBean
    ToolAgent toolAgent(Model model, Tools tools, StepgraphProperties properties) {
        StepgraphProperties.ToolAgentProperties settings = properties.toolAgent();
        if (settings.system() == null) {
            throw new FailureAnalyzedException(
                    "stepgraph.tool-agent.system is not set.",
                    "Tell the model in it who it is: stepgraph.tool-agent.system=You help customers.");
        }
        ToolAgent agent = new ToolAgent(model, tools, settings.system());
        Limits usual = agent.limits();
        return new ToolAgent(
                model,
                tools,
                settings.system(),
                new Limits(
                        requireNonNullElse(settings.turns(), usual.turns()),
                        requireNonNullElse(settings.calls(), usual.calls()),
                        requireNonNullElse(settings.tokens(), usual.tokens()),
                        requireNonNullElse(settings.characters(), usual.characters())));
    }

    /** Makes the graph, if it is to have a name of its own. */
    @Bean
    @ConditionalOnProperty("stepgraph.tool-agent.name")
    @ConditionalOnMissingBean(ToolAgentGraph.class)
    AgentGraph<ToolAgent, ToolAgent.Chat, ToolAgent.Event, ToolAgentStep, ToolAgentGraph.Runs, ToolAgentGraph.Machine>
            toolAgentGraph(ToolAgent agent, StepgraphProperties properties, ObjectProvider<JsonCustomizer> json) {
        var graph = ToolAgentGraph.of(agent)
                .named(String.valueOf(properties.toolAgent().name()));
        for (JsonCustomizer customizer : json.orderedStream().toList()) {
            graph = graph.json(customizer::customize);
        }
        return graph;
    }
}
