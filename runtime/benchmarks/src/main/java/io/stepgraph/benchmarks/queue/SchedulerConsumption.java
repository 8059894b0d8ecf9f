package io.stepgraph.benchmarks.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.stepgraph.benchmarks.dialog.Dialog;
import io.stepgraph.benchmarks.dialog.Talk;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A scheduler, which executes tasks. */
final class SchedulerConsumption implements Contender.Consumption {
    static final String TASK = "short";

    /** A new batch is fetched when there is one task left for each thread; a batch has four for each. */
    private static final double LOWER = 1;

    private static final double UPPER = 4;
    private static final Duration POLL = Duration.ofMillis(100);

    /** The threads of the scheduler, and those that fetch tasks and look for dead ones. */
    private static final int CONNECTIONS = Contender.THREADS + 4;

    private final HikariDataSource pool;
    private final String name;
    private final OneTimeTask<String> task;
    private @Nullable Scheduler scheduler;

    SchedulerConsumption(String url, String name, Consumer<String> begun) {
        this.pool = pool(url);
        this.name = name;
        this.task = task(Talk.ofSize(Contender.BYTES), begun);
    }

    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        return new HikariDataSource(config);
    }

    /** The work of three steps. */
    static OneTimeTask<String> task(Talk talk, Consumer<String> begun) {
        JsonMapper json = new JsonMapper();
        return Tasks.oneTime(TASK, String.class).execute((instance, context) -> {
            begun.accept(instance.getId());
            Dialog dialog = json.readValue(instance.getData(), Dialog.class);
            for (int step = 0; step < ShortAgent.STEPS; step++) {
                talk.advance(dialog);
            }
        });
    }

    @Override
    public void start() {
        scheduler = Scheduler.create(pool, task)
                .schedulerName(new SchedulerName.Fixed(name))
                .threads(Contender.THREADS)
                .pollUsingLockAndFetch(LOWER, UPPER)
                .pollingInterval(POLL)
                .enableImmediateExecution()
                .build();
        scheduler.start();
    }

    @Override
    public void stop() {
        Objects.requireNonNull(scheduler).stop();
    }

    @Override
    public void close() {
        pool.close();
    }
}
