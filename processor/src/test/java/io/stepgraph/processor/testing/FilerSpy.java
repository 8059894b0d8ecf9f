package io.stepgraph.processor.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Runs a processor and notes each file that it has written. */
public final class FilerSpy extends AbstractProcessor {

    private final Processor processor;
    private final List<String> written = new ArrayList<>();
    private int round;

    public FilerSpy(Processor processor) {
        this.processor = processor;
    }

    /** In which round, what, and for which elements. */
    public List<String> written() {
        return written;
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        Filer filer = intercept(Filer.class, environment.getFiler(), this::note);
        processor.init(intercept(
                ProcessingEnvironment.class,
                environment,
                (method, arguments, result) -> method.equals("getFiler") ? filer : result));
    }

    private Object note(String method, Object[] arguments, Object result) {
        if (method.startsWith("create")) {
            Object name = arguments[arguments.length - 2];
            List<String> elements = Arrays.stream((Element[]) arguments[arguments.length - 1])
                    .map(Element::toString)
                    .toList();
            written.add("round " + round + ": " + name + " of " + elements);
        }
        return result;
    }

    private interface After {
        Object returned(String method, Object[] arguments, Object result);
    }

    private static <T> T intercept(Class<T> type, T target, After after) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return after.returned(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment environment) {
        round++;
        return processor.process(annotations, environment);
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return processor.getSupportedAnnotationTypes();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return processor.getSupportedSourceVersion();
    }
}
