package io.stepgraph.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * The promises of every engine, as a suite of JUnit tests. The author of an engine extends it and says how a process
 * opens one; the names of the tests cite the rules of the runtime. All tests use one agent, through its generated code.
 *
 * <pre>{@code
 * final class MyEngineTest extends EngineContract {
 *     @Override
 *     protected EngineProcess open(EngineSettings settings) {
 *         return new MyProcess(server, settings);
 *     }
 * }
 * }</pre>
 *
 * <p>For engines on a store of this library there is {@link RunnerContract}, whose clock jumps.
 */
@Timeout(120)
@ExtendWith(EngineContract.Differences.class)
public abstract class EngineContract
        implements EngineRunContract,
                EngineFailureContract,
                EngineFailContract,
                EngineQuestionContract,
                EngineRefusalContract,
                EngineExpiryContract,
                EngineWaitContract,
                EngineLookContract,
                EngineMessageContract,
                EngineLabelContract,
                EngineModeContract,
                EngineHookContract,
                EngineEffectContract,
                EngineUndoContract,
                EngineTogetherContract,
                EngineApprovalContract,
                EngineActionContract,
                EngineAnswererContract,
                EngineOwnerContract,
                EngineTransactionContract,
                EngineEventContract,
                EngineBuildContract,
                EngineThreadContract,
                EngineRaceContract {
    private final List<EngineProcess> processes = new ArrayList<>();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    /** A suite for one engine. */
    protected EngineContract() {}

    /** Opens an engine. All processes of a test share their runs; those of other tests are not seen. */
    protected abstract EngineProcess open(EngineSettings settings);

    /** Returns how the engine differs from the rules; nothing unless overridden. */
    protected List<EngineDifference> differences() {
        return List.of();
    }

    @Override
    public final EngineProcess process(EngineSettings settings) {
        EngineProcess opened = open(settings);
        processes.add(opened);
        return opened;
    }

    @Override
    public final void begin(Runnable call) {
        callers.execute(call);
    }

    @Override
    public final <T> Future<T> call(Callable<T> call) {
        return callers.submit(call);
    }

    @Test
    final void the_differences_name_tests_of_the_contract() {
        List<String> tests =
                Arrays.stream(getClass().getMethods()).map(Method::getName).toList();
        for (EngineDifference difference : differences()) {
            assertThat(tests).as(difference.rule()).containsAll(difference.unkept());
        }
    }

    @AfterEach
    final void closeProcesses() {
        callers.shutdownNow();
        processes.forEach(EngineProcess::close);
    }

    /** The longest time after which a process that died is noticed. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(2);
    }

    /** Lets time pass: really, unless an engine has a clock that jumps. */
    @Override
    public void pass(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    /** Executes the tests that an engine says to fail, too: they have to fail. */
    static final class Differences implements InvocationInterceptor {
        @Override
        public void interceptTestMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> test,
                ExtensionContext context)
                throws Throwable {
            String name = test.getExecutable().getName();
            boolean isUnkept = context.getRequiredTestInstance() instanceof EngineContract engine
                    && engine.differences().stream()
                            .anyMatch(difference -> difference.unkept().contains(name));
            if (!isUnkept) {
                invocation.proceed();
                return;
            }
            Throwable failure = null;
            try {
                invocation.proceed();
            } catch (Exception | AssertionError failed) {
                failure = failed;
            }
            assertThat(failure)
                    .as("The engine says that it fails %s, and passes it. Take it from its differences.", name)
                    .isNotNull();
        }
    }
}
