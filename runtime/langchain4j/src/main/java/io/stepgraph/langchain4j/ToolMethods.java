package io.stepgraph.langchain4j;

import static java.util.stream.Collectors.toMap;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Reads the tools of an object: its methods with {@link Tool}. */
final class ToolMethods {
    /** What LangChain4j would write as JSON while the tool still works. */
    private static final List<Class<?>> NOT_YET = List.of(Future.class, CompletionStage.class, Flow.Publisher.class);

    private ToolMethods() {}

    static List<KnownTool> of(Object object) {
        List<KnownTool> tools = methods(object.getClass()).stream()
                .map(method -> tool(object, method))
                .toList();
        if (tools.isEmpty()) {
            throw new IllegalArgumentException(object.getClass().getName() + " has no method with @Tool.");
        }
        return tools;
    }

    /** The methods of a class, of those above it, and of its interfaces. Of an overridden one, the nearest counts. */
    private static Collection<Method> methods(Class<?> type) {
        Stream<Method> declared = Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .flatMap(each -> Stream.of(each.getDeclaredMethods()));
        return Stream.concat(declared, Stream.of(type.getMethods()))
                .filter(method -> method.isAnnotationPresent(Tool.class) && !method.isBridge())
                .collect(toMap(
                        method -> method.getName() + Arrays.toString(method.getParameterTypes()),
                        method -> method,
                        (nearest, above) -> nearest))
                .values();
    }

    private static KnownTool tool(Object object, Method method) {
        checkReturns(place(method), method.getAnnotation(Tool.class).returnBehavior());
        if (NOT_YET.stream().anyMatch(later -> later.isAssignableFrom(method.getReturnType()))) {
            throw new IllegalArgumentException(place(method) + " returns a "
                    + method.getReturnType().getSimpleName()
                    + ", before there is a result. Wait for it in the method, and return its value.");
        }
        DefaultToolExecutor executor = DefaultToolExecutor.builder()
                .object(object)
                .originalMethod(method)
                .methodToInvoke(method)
                .wrapToolArgumentsExceptions(true)
                .propagateToolExecutionExceptions(true)
                .build();
        Acts acts = method.getAnnotation(Acts.class);
        return new KnownTool(
                ToolSpecifications.toolSpecificationFrom(method), executor, acts == null ? Does.READ : Does.of(acts));
    }

    static void checkReturns(String tool, ReturnBehavior behavior) {
        if (behavior != ReturnBehavior.TO_LLM) {
            throw new IllegalArgumentException(tool + " returns to the caller and not to the model, which an agent with"
                    + " steps does not do. Remove returnBehavior, and end the run in a step.");
        }
    }

    /** Throws if a method takes what only an effect can give, although it is called without one. */
    static void checkActing(KnownTool tool) {
        if (!tool.does().acts()
                && tool.executor() instanceof DefaultToolExecutor executor
                && List.of(executor.originalMethod().getParameterTypes()).contains(Acting.class)) {
            throw new IllegalArgumentException(place(executor.originalMethod()) + " takes Acting, but only reads. Add"
                    + " @Acts if it changes something, or remove the parameter.");
        }
    }

    private static String place(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
