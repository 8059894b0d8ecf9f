package io.stepgraph.testkit.internal;

import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.CallStore;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.LogStore;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.NoticeStore;
import io.stepgraph.store.RunQueue;
import io.stepgraph.store.RunRemovals;
import io.stepgraph.store.RunStore;
import io.stepgraph.store.StopReason;
import io.stepgraph.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A store around whose calls something happens, such as a crash. A call is named by its method. */
public final class FaultInjectingStore {
    private static final Set<String> UNTOUCHED =
            Set.of("lists", "saveGraph", "graph", "changeNotifications", "isTransactional", "joined", "close");

    private FaultInjectingStore() {}

    /**
     * A store around another one.
     *
     * @param store the store; the returned one closes it
     * @param calls what happens around each call
     */
    public static Store around(Store store, StoreCalls calls) {
        LateCalls late = new LateCalls();
        return proxy(Store.class, (method, arguments) -> switch (method.getName()) {
            case "runs" -> around(RunStore.class, store.runs(), calls, late);
            case "log" -> around(LogStore.class, store.log(), calls, late);
            case "queue" -> around(RunQueue.class, store.queue(), calls, late);
            case "effects" -> around(EffectStore.class, store.effects(), calls, late);
            case "calls" -> around(CallStore.class, store.calls(), calls, late);
            case "messages" -> around(MessageStore.class, store.messages(), calls, late);
            case "notices" -> around(NoticeStore.class, store.notices(), calls, late);
            case "removals" -> around(RunRemovals.class, store.removals(), calls, late);
            default -> around(store, method, arguments, calls, late);
        });
    }

    private static <T> T around(Class<T> type, T part, StoreCalls calls, LateCalls late) {
        return proxy(type, (method, arguments) -> around(part, method, arguments, calls, late));
    }

    private static @Nullable Object around(
            Object target, Method method, @Nullable Object[] arguments, StoreCalls calls, LateCalls late) {
        if (UNTOUCHED.contains(method.getName()) || method.getDeclaringClass() == Object.class) {
            return invoke(target, method, arguments);
        }
        return calls.<@Nullable Object>call(name(method, arguments), () -> invoke(target, method, arguments), late);
    }

    private static String name(Method method, @Nullable Object[] arguments) {
        String name = method.getName();
        if (method.getDeclaringClass() == EffectStore.class) {
            return switch (name) {
                case "begin", "end", "resolve" -> name + "Effect";
                case "find", "findInDoubt" -> name + "Effects";
                default -> name;
            };
        }
        if (method.getDeclaringClass() == NoticeStore.class) {
            return name + "Notices";
        }
        if (name.equals("acquire")
                && ((AcquireRequest) arguments[0]).seen().stopReason() instanceof StopReason.Answered) {
            return "acquireAnswered";
        }
        return name.equals("answer") && arguments[1] == null ? "recordAnswer" : name;
    }

    private interface Call {
        @Nullable Object on(Method method, @Nullable Object[] arguments);
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.on(method, arguments == null ? new Object[0] : arguments)));
    }

    private static @Nullable Object invoke(Object target, Method method, @Nullable Object[] arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failed.getCause();
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }
}
