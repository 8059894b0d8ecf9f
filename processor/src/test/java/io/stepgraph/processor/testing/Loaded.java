package io.stepgraph.processor.testing;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** An agent that was compiled, with the runtime beside it; for its generated code to be called as the runtime would. */
public final class Loaded implements AutoCloseable {

    private final URLClassLoader loader;
    private final String packageName;
    private final String agent;
    private final Object definition;

    public Loaded(Build build, String packageName, String agent) throws Exception {
        List<URL> urls = new ArrayList<>();
        urls.add(build.output().toUri().toURL());
        for (Path path : ClassPath.modules()) {
            urls.add(path.toUri().toURL());
        }
        this.loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        this.packageName = packageName;
        this.agent = agent;
        Field instance = type("Graph$Definition").getDeclaredField("INSTANCE");
        instance.setAccessible(true);
        this.definition = instance.get(null);
    }

    private Class<?> type(String suffix) throws ClassNotFoundException {
        return loader.loadClass(packageName + "." + agent + suffix);
    }

    /** An object of a type nested in the agent. */
    public Object make(String nested, Object... arguments) throws Exception {
        return make(type("$" + nested), arguments);
    }

    private static Object make(Class<?> type, Object... arguments) throws Exception {
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    public Object constant(String nested, String name) throws Exception {
        Field constant = type("$" + nested).getDeclaredField(name);
        constant.setAccessible(true);
        return constant.get(null);
    }

    public Object expired() throws Exception {
        return make(loader.loadClass("io.stepgraph.runtime.Expired"));
    }

    private Object step(String constant) throws Exception {
        Field field = type("Step").getDeclaredField(constant);
        field.setAccessible(true);
        return field.get(null);
    }

    /** The result of a static method of the agent itself, which is a program that uses the generated code. */
    public Object drive() throws Exception {
        return call(type(""), (Object) null, "drive");
    }

    /** The transition, as text. */
    public String enter(String step, Object state, Object input) throws Exception {
        return enter(step, state, input, null);
    }

    /** The same, with the answered question. */
    public String enter(String step, Object state, Object input, Object answered) throws Exception {
        return String.valueOf(call(definition, "enter", make(type("")), step(step), state, input, answered, null));
    }

    /** An answered question, as the runtime would read it from its store. */
    public Object answered(Object question, Object answer) throws Exception {
        return make(loader.loadClass("io.stepgraph.runtime.Answered"), question, answer, "ann", Instant.EPOCH, 1L);
    }

    public Object route(String interrupt, Object answer) throws Exception {
        return call(definition, "route", step(interrupt), answer);
    }

    /** Something that the graph says of itself. */
    public Object spec(String accessor) throws Exception {
        return call(call(definition, "spec"), accessor);
    }

    /** Something that the graph says of a step. */
    public Object step(String constant, String accessor) throws Exception {
        return call(call(call(definition, "spec"), "step", step(constant)), accessor);
    }

    /** What a declared action is in a question or an answer. */
    @SuppressWarnings("unchecked")
    public Object part(Object action, Object whole) throws Exception {
        return ((Function<Object, Object>) call(action, "part")).apply(whole);
    }

    /** Calls a factory. */
    public Object next(String nested, String factory, Object... arguments) throws Exception {
        return call(type("Graph$" + nested), null, factory, arguments);
    }

    private static Object call(Object target, String method, Object... arguments) throws Exception {
        return call(target.getClass(), target, method, arguments);
    }

    private static Object call(Class<?> type, Object target, String name, Object... arguments) throws Exception {
        Method method = Stream.of(type.getDeclaredMethods(), type.getMethods())
                .flatMap(Arrays::stream)
                .filter(each -> each.getName().equals(name) && takes(each, arguments))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static boolean takes(Method method, Object... arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean takes = types.length == arguments.length && !method.isBridge();
        for (int i = 0; takes && i < types.length; i++) {
            takes = arguments[i] == null || types[i].isInstance(arguments[i]);
        }
        return takes;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
