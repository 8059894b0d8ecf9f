package io.stepgraph.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import io.stepgraph.langchain4j.Decision.Edited;
import io.stepgraph.langchain4j.Decision.Permitted;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StepContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tools of an agent: methods with LangChain4j's {@link Tool}, and those of providers such as MCP servers. Without
 * {@link Acts}, or {@link Does} in code, a tool only reads. A field of the agent; safe for use by many threads.
 *
 * <pre>{@code
 * @Step(next = "act", timeout = "10m")
 * void read(Chat chat, StepContext<Event> context) throws InterruptedException {
 *     chat.conversation = tools.read(chat.conversation, context, Event.Done::new);
 * }
 *
 * @Step(next = {"model", "approve"}, effects = Tools.EFFECT)
 * ActNext act(Chat chat, StepContext<Event> context) {
 *     Acted acted = tools.act(chat.conversation, context, Event.Done::new);
 *     chat.conversation = acted.conversation();
 *     return acted.ask() == null ? ActNext.model() : ActNext.approve(acted.ask());
 * }
 *
 * @Interrupt(answer = Decision.class, next = {"actApproved", "reject"})
 * Proposal approve(Chat chat, ToolCall call) {
 *     return tools.proposal(chat.conversation, call);
 * }
 *
 * @Step(next = "record", effects = Tools.APPROVED_EFFECT)
 * @GatedBy(value = "approve", exactly = true)
 * ToolResult actApproved(Answered<Proposal, Permitted> approval, StepContext<Event> context) {
 *     return tools.act(approval, context);
 * }
 * }</pre>
 *
 * <p>Each call is checked before anything is done with it: a tool that does not exist, and arguments that do not fit,
 * get the result "Not carried out", and nobody is asked (K4). Each build decides by its own tools, also about calls
 * that an earlier build has left open.
 */
public final class Tools {

    /** The name of the effect that each acting call is which nobody has to approve. */
    public static final String EFFECT = "tool";

    /** The name of the effect that each approved call is. So the processor proves that only an answer leads to it. */
    public static final String APPROVED_EFFECT = "approved tool";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private final KnownTools tools;

    private Tools(KnownTools tools) {
        this.tools = tools;
    }

    /**
     * Returns the tools of some objects.
     *
     * @param withToolMethods objects with {@link Tool} methods
     * @return the tools
     */
    public static Tools of(Object... withToolMethods) {
        Builder builder = builder();
        for (Object each : withToolMethods) {
            builder.add(each);
        }
        return builder.build();
    }

    /**
     * Returns a builder, for tools that are no methods.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns a request to the model, with the newest messages and all tools, in the order of their names.
     *
     * @param system who the model is; empty for none
     * @param conversation the conversation, in which each call has its result
     * @param characters how long the messages may be, as JSON ({@link Conversation#newest})
     * @return the request
     * @throws IllegalStateException if a call is open: each provider would refuse the request
     */
    public ChatRequest request(String system, Conversation conversation, int characters) {
        conversation.requireClosed();
        List<ChatMessage> messages = new ArrayList<>();
        if (!system.isBlank()) {
            messages.add(SystemMessage.from(system));
        }
        messages.addAll(conversation.newest(characters));
        return ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(tools.specifications())
                .build();
    }

    /**
     * Makes the open calls of tools that only read, at once, and gives those that cannot be carried out their results.
     * Each exception is a result for the model (K5). A step that is repeated makes the calls again.
     *
     * @param conversation the conversation
     * @param context the context of the step
     * @param event the custom event for each result; null for none
     * @param <E> the type of custom events
     * @return the conversation with the results; the acting calls are still open
     * @throws InterruptedException if the step is to stop
     */
    public <E> Conversation read(
            Conversation conversation, StepContext<E> context, Function<ToolResult, ? extends @Nullable E> event)
            throws InterruptedException {
        List<CheckedCall> calls =
                open(conversation).filter(each -> !each.acts()).toList();
        List<ToolResult> results = context.together(calls, each -> emitted(each.read(context.runId()), context, event));
        return conversation.withResults(results);
    }

    private Stream<CheckedCall> open(Conversation conversation) {
        return conversation.openCalls().stream().map(tools::check);
    }

    /**
     * Carries out the open calls that nobody has to approve, one after the other. Each is the effect {@value #EFFECT},
     * which happens once (K6). Before the first one, the run parks until its mode permits all acting calls, also those
     * to be approved (K8).
     *
     * <p>A call that throws an exception is in doubt: the run parks, or the exception is thrown and the next attempt
     * follows the policy of the tool. The model never hears that a call was perhaps carried out. A checked exception is
     * the cause of a {@link ToolExecutionException}.
     *
     * @param conversation the conversation
     * @param context the context of the step
     * @param event the custom event for each result; null for none
     * @param <E> the type of custom events
     * @return the conversation with the results, and the call that a person has to approve next
     */
    public <E> Acted act(
            Conversation conversation, StepContext<E> context, Function<ToolResult, ? extends @Nullable E> event) {
        List<CheckedCall> calls = open(conversation).toList();
        calls.stream().map(CheckedCall::mode).max(Comparator.naturalOrder()).ifPresent(context::require);
        // All rules before any call: what one of them throws fails the step.
        Set<CheckedCall> asking = calls.stream().filter(CheckedCall::asks).collect(Collectors.toSet());
        List<ToolResult> results = new ArrayList<>();
        ToolCall ask = null;
        for (CheckedCall each : calls) {
            ToolResult result = asking.contains(each) ? each.actedBefore(context) : each.act(context);
            if (result != null) {
                results.add(emitted(result, context, event));
            } else if (ask == null) {
                ask = each.call();
            }
        }
        return new Acted(conversation.withResults(results), ask);
    }

    /**
     * Returns the question about a call: the words of its tool with the arguments, the call itself, and what the model
     * said in front of it.
     *
     * @param conversation the conversation
     * @param call the call, from {@link Acted#ask}
     * @return the question
     */
    public Proposal proposal(Conversation conversation, ToolCall call) {
        String said = "";
        for (ChatMessage message : conversation.messages()) {
            if (message instanceof AiMessage ai) {
                said = Objects.requireNonNullElse(ai.text(), "");
            }
        }
        return new Proposal(tools.question(call), call, said);
    }

    /**
     * Carries out a call that a person has approved or edited: exactly what the stored question or answer holds, once
     * for the approval (K9). Nothing else carries out a call that has to be approved. The step is gated by the
     * question, {@code exactly}, and takes no state.
     *
     * @param approval the answered question
     * @param context the context of the step
     * @return the result, for the next step to add to the conversation; also if the tool does not exist any more
     */
    public ToolResult act(Answered<Proposal, ? extends Permitted> approval, StepContext<?> context) {
        ToolCall asked = approval.question().call();
        Answered.Part<ToolCall> part = approval.answer() instanceof Edited
                ? approval.chosen(answer -> ((Edited) answer).call())
                : approval.part(Proposal::call);
        ToolCall call = part.value();
        if (!call.id().equals(asked.id()) || !call.name().equals(asked.name())) {
            return asked.failure("Not carried out: the person's edit names another call.");
        }
        CheckedCall checked = tools.check(call);
        context.require(checked.mode());
        ToolResult result = checked.act(context, part, approval);
        return result.failed() || call.equals(asked)
                ? result
                : call.result("A person changed the arguments, so this was carried out instead: " + call.name() + " "
                        + call.json() + "\n" + result.text());
    }

    /**
     * Returns the result of a call that a person has rejected.
     *
     * @param call the call
     * @param rejected the answer
     * @return the result
     */
    public static ToolResult rejected(ToolCall call, Decision.Rejected rejected) {
        return call.notCarriedOut(("A person rejected this call. " + rejected.why()).strip());
    }

    /**
     * Returns the result of a call that has failed, such as one whose step took too long.
     *
     * @param call the call
     * @param why the reason
     * @return the result
     */
    public static ToolResult failed(ToolCall call, String why) {
        return call.failure("Error: " + why);
    }

    private static <E> ToolResult emitted(
            ToolResult result, StepContext<E> context, Function<ToolResult, ? extends @Nullable E> event) {
        E told = event.apply(result);
        if (told != null) {
            context.emit(told);
        }
        return result;
    }

    /**
     * Builds {@link Tools}.
     *
     * <pre>{@code
     * Tools tools = Tools.builder()
     *         .add(new Shop())
     *         .add(McpToolProvider.builder().mcpClients(crm).failIfOneServerFails(true).build(), Does::byHints)
     *         .does("delete_customer", Does.act().ask("Delete the customer {id}?"))
     *         .build();
     * }</pre>
     */
    public static final class Builder {
        private final SortedMap<String, KnownTool> byName = new TreeMap<>();
        private int longestResult = 50_000;

        private Builder() {}

        /**
         * Adds the {@link Tool} methods of an object.
         *
         * @param withToolMethods the object
         * @return this
         * @throws IllegalArgumentException if it has none, or one of them cannot be a tool of an agent
         */
        public Builder add(Object withToolMethods) {
            ToolMethods.of(withToolMethods).forEach(this::add);
            return this;
        }

        /**
         * Adds the tools that a provider has now. It is asked once.
         *
         * @param provider the provider
         * @param does describes each tool, such as {@link Does#byHints}
         * @return this
         */
        public Builder add(ToolProvider provider, Function<ToolSpecification, Does> does) {
            ToolProviderRequest request = new ToolProviderRequest("tools", UserMessage.from("tools"));
            for (AiServiceTool tool : provider.provideTools(request).aiServiceTools()) {
                ToolMethods.checkReturns(tool.name(), tool.returnBehavior());
                add(tool.toolSpecification(), tool.toolExecutor(), does.apply(tool.toolSpecification()));
            }
            return this;
        }

        /**
         * Adds a tool.
         *
         * @param specification what the model is told
         * @param executor what calls it; of an acting tool, each exception and each error result leaves the call in
         *     doubt, unless {@code does} names its type
         * @param does what it does
         * @return this
         */
        public Builder add(ToolSpecification specification, ToolExecutor executor, Does does) {
            add(new KnownTool(specification, executor, does));
            return this;
        }

        private void add(KnownTool tool) {
            if (!NAME.matcher(tool.name()).matches()) {
                throw new IllegalArgumentException("Models cannot call a tool of the name '" + tool.name()
                        + "'. Use 1 to 64 of the characters a-z, A-Z, 0-9, _ and -.");
            }
            if (byName.putIfAbsent(tool.name(), tool) != null) {
                throw new IllegalArgumentException("There are two tools '" + tool.name() + "'. Rename one of them.");
            }
        }

        /**
         * Describes a tool that was added before, in place of its {@link Acts} or of what it was added with.
         *
         * @param tool the name of the tool
         * @param does what it does
         * @return this
         * @throws IllegalArgumentException if there is no such tool
         */
        public Builder does(String tool, Does does) {
            if (byName.computeIfPresent(tool, (name, known) -> known.withDoes(does)) == null) {
                throw new IllegalArgumentException("There is no tool '" + tool + "' among " + byName.keySet() + ".");
            }
            return this;
        }

        /**
         * Sets how long a result may be, 50,000 characters unless set. What is longer is cut, and the model is told so.
         *
         * @param characters the length, 1 or more
         * @return this
         */
        public Builder longestResult(int characters) {
            if (characters < 1) {
                throw new IllegalArgumentException("longestResult must be 1 or more, not " + characters + ".");
            }
            this.longestResult = characters;
            return this;
        }

        /**
         * Returns the tools.
         *
         * @return the tools, which later calls of this builder do not change
         * @throws IllegalArgumentException if a question names no argument, or if a method takes {@link Acting} but
         *     only reads
         */
        public Tools build() {
            SortedMap<String, KnownTool> tools = new TreeMap<>(byName);
            tools.values().forEach(ToolMethods::checkActing);
            tools.values().forEach(AskText::check);
            return new Tools(new KnownTools(tools, longestResult));
        }
    }
}
