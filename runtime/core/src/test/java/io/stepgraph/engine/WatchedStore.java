package io.stepgraph.engine;

import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.StoreUnavailableException;
import io.stepgraph.store.AcquireRequest;
import io.stepgraph.store.ChangeNotifications;
import io.stepgraph.store.Commit;
import io.stepgraph.store.CommitResult;
import io.stepgraph.store.Continuation;
import io.stepgraph.store.EffectStore;
import io.stepgraph.store.EventLog;
import io.stepgraph.store.LeaseRequest;
import io.stepgraph.store.MessageStore;
import io.stepgraph.store.Owner;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Store;
import io.stepgraph.store.StoredRun;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Writes down what a store is asked, and lets it fail, or lets something happen, on demand. */
public final class WatchedStore {
    /** Calls that are neither written down nor disturbed. */
    private static final Set<String> UNWATCHED =
            Set.of("isTransactional", "joined", "lists", "calls", "graph", "close", "toString", "hashCode", "equals");

    private final Store store;
    private final Store watched;
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final List<Commit> commits = Collections.synchronizedList(new ArrayList<>());
    private final List<EventLog> pages = Collections.synchronizedList(new ArrayList<>());
    private volatile UnaryOperator<Owner> owners = UnaryOperator.identity();
    private volatile Predicate<RunKey> damaged = key -> false;
    private volatile UnaryOperator<StoredRun> found = UnaryOperator.identity();
    private volatile Consumer<String> before = call -> {};
    private volatile Consumer<String> after = call -> {};

    public WatchedStore(Store store) {
        this.store = store;
        this.watched = watched(Store.class, store);
    }

    /** The store that is watched. */
    public Store store() {
        return watched;
    }

    /** The names of all calls so far. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /** The calls that write. */
    public List<String> writes() {
        return calls().stream()
                .filter(call -> !Set.of("find", "summary", "effects", "message").contains(call))
                .toList();
    }

    public List<Commit> commits() {
        return List.copyOf(commits);
    }

    /** The parts of logs that were read. */
    public List<EventLog> pages() {
        return List.copyOf(pages);
    }

    public void forget() {
        calls.clear();
        commits.clear();
        pages.clear();
    }

    /** An action before each call. If the action throws, the call is not made. */
    public WatchedStore before(Consumer<String> action) {
        before = action;
        return this;
    }

    /** An action before each such call. */
    public WatchedStore before(String call, Runnable action) {
        return before(made -> on(call, made, action));
    }

    /** An action after each such call. */
    public WatchedStore after(String call, Runnable action) {
        return after(made -> on(call, made, action));
    }

    private static void on(String call, String made, Runnable action) {
        if (made.equals(call)) {
            action.run();
        }
    }

    /** An action after each call. If the action throws, the reply of the call is lost. */
    public WatchedStore after(Consumer<String> action) {
        after = action;
        return this;
    }

    /** The next such calls are not made: the store does not answer. */
    public WatchedStore failing(String call, int times) {
        return failing(call, times, new StoreUnavailableException("The store does not answer."));
    }

    public WatchedStore failing(String call, int times, RuntimeException error) {
        return before(call, throwing(times, error));
    }

    /** The next such calls are made, and their replies are lost. */
    public WatchedStore losingReplies(String call, int times) {
        return after(call, throwing(times, new StoreUnavailableException("The reply was lost.")));
    }

    private static Runnable throwing(int times, RuntimeException error) {
        AtomicInteger left = new AtomicInteger(times);
        return () -> {
            if (left.getAndDecrement() > 0) {
                throw error;
            }
        };
    }

    /** Lets owners look to others as if they were somebody else. */
    public WatchedStore owners(UnaryOperator<Owner> disguise) {
        owners = disguise;
        return this;
    }

    /** Which runs cannot be read. */
    public WatchedStore damaged(Predicate<RunKey> which) {
        damaged = which;
        return this;
    }

    /** Lets runs that are found look otherwise. */
    public WatchedStore found(UnaryOperator<StoredRun> look) {
        found = look;
        return this;
    }

    private <T> T watched(Class<T> type, @Nullable Object part) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> answer(part, method, args)));
    }

    private @Nullable Object answer(Object part, Method method, Object @Nullable [] args) throws Throwable {
        if (part == store && !UNWATCHED.contains(method.getName()) && method.getParameterCount() == 0) {
            return watched(method.getReturnType(), call(part, method, args));
        } else if (method.getName().equals("changeNotifications")) {
            return ChangeNotifications.NONE;
        } else if (UNWATCHED.contains(method.getName())) {
            return call(part, method, args);
        }
        String name = name(part, method, args);
        calls.add(name);
        before.accept(name);
        Object result = call(part, method, disguised(name, args));
        if (result == CommitResult.STORED) {
            commits.add((Commit) args[1]);
        } else if (result instanceof EventLog page) {
            pages.add(page);
        } else if (name.equals("find") && damaged.test((RunKey) args[0])) {
            throw new StepgraphException(ErrorCode.CORRUPT_CHECKPOINT, "The row of " + args[0] + " is damaged.");
        } else if (name.equals("find") && result != null) {
            result = found.apply((StoredRun) result);
        }
        after.accept(name);
        return result;
    }

    private static @Nullable Object call(Object part, Method method, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(part, args);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** The name of the method, unless it does two things, or another part of the store has a method of that name. */
    private static String name(Object part, Method method, Object @Nullable [] args) {
        return switch (method.getName()) {
            case "begin", "end", "resolve" -> part instanceof EffectStore ? method.getName() + "Effect" : "end";
            case "find" -> part instanceof EffectStore ? "effects" : part instanceof MessageStore ? "message" : "find";
            case "findInDoubt" -> args.length == 1 ? "effects" : "effectsInDoubt";
            case "acquire" -> ((AcquireRequest) args[0]).next() == null ? "acquire" : "acquireAnswered";
            case "answer" -> args[1] == null ? "recordAnswer" : "answer";
            default -> method.getName();
        };
    }

    private Object @Nullable [] disguised(String name, Object @Nullable [] args) {
        Object[] disguised = args == null ? null : args.clone();
        for (int i = 0; disguised != null && i < disguised.length; i++) {
            if (args[i] instanceof LeaseRequest lease) {
                disguised[i] = disguised(lease);
            } else if (args[i] instanceof Continuation next) {
                disguised[i] = new Continuation(next.checkpoint(), disguised(next.leaseRequest()));
            } else if (args[i] instanceof AcquireRequest wanted) {
                disguised[i] = new AcquireRequest(
                        wanted.seen(),
                        disguised(wanted.leaseRequest()),
                        wanted.isOwnerDead(),
                        wanted.next(),
                        wanted.takes(),
                        wanted.events());
            } else if (name.equals("forgiveCrashes") && args[i] instanceof Owner owner) {
                disguised[i] = owners.apply(owner);
            }
        }
        return disguised;
    }

    private LeaseRequest disguised(LeaseRequest leaseRequest) {
        return new LeaseRequest(owners.apply(leaseRequest.owner()), leaseRequest.lease(), leaseRequest.countsCrash());
    }
}
