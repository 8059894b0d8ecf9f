package io.stepgraph.processor.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The classes of a build, loaded with the runtime and its dependencies. */
public final class Program implements AutoCloseable {

    private final URLClassLoader loader;

    public Program(Build build) throws IOException {
        List<URL> urls = new ArrayList<>(List.of(build.output().toUri().toURL()));
        for (Path path : ClassPath.modules()) {
            urls.add(path.toUri().toURL());
        }
        this.loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    /** Calls the static method of that name. */
    public Object call(String type, String method, Object... arguments) throws Exception {
        Method found = Arrays.stream(loader.loadClass(type).getDeclaredMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow();
        found.setAccessible(true);
        try {
            return found.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(type + "." + method + " failed", e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
