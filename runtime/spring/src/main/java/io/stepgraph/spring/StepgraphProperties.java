package io.stepgraph.spring;

import io.stepgraph.PermissionMode;
import io.stepgraph.store.Retention;
import io.stepgraph.store.ThreadBusyPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code stepgraph.*}. What is not set has the default of the library.
 *
 * @param maxMode the most that any run may do in this application, whatever its own mode is; DEFAULT unless set
 * @param maxSteps how many visits a run may execute without an answer; 1,000 unless set
 * @param maxCrashes how many crashes in one visit make a run suspect; 5 unless set
 * @param maxValueBytes the largest value that is stored, in bytes of JSON; 16 MiB unless set
 * @param maxFamily how many runs a family of calls may have; 10,000 unless set
 * @param failureTrace whether the stack trace of a run that fails is stored with it
 * @param lease how long a run stays its owner's own without a sign of life; 30 seconds unless set
 * @param deleteAfter how long after their end runs with DELETE_ON_END are deleted; one minute unless set
 * @param pollInterval the longest interval at which the store is asked for changes by other processes; one second
 *     unless set
 * @param store where runs are kept
 * @param runner how runs are started
 * @param worker how queued runs are executed
 * @param web what web requests get
 * @param toolAgent the ready-made agent of stepgraph-langchain4j
 */
@ConfigurationProperties("stepgraph")
public record StepgraphProperties(
        @Nullable PermissionMode maxMode,
        @Nullable Integer maxSteps,
        @Nullable Integer maxCrashes,
        @Nullable Integer maxValueBytes,
        @Nullable Integer maxFamily,
        @DefaultValue("true") boolean failureTrace,
        @Nullable Duration lease,
        @Nullable Duration deleteAfter,
        @Nullable Duration pollInterval,
        @DefaultValue StoreProperties store,
        @DefaultValue RunnerProperties runner,
        @DefaultValue WorkerProperties worker,
        @DefaultValue WebProperties web,
        @DefaultValue ToolAgentProperties toolAgent) {

    /**
     * The settings of the store that keeps the runs.
     *
     * @param type which store; unless set, SQLITE if a file is named, POSTGRES if the application's data source is one,
     *     else MEMORY
     * @param sqlite the file of the SQLite store
     * @param schema the schema of the Postgres store; stepgraph unless set
     * @param socketTimeout how long a call of the Postgres store waits for the server's reply; 10 seconds unless set
     */
    public record StoreProperties(
            @Nullable StoreType type,
            @Nullable Path sqlite,
            @DefaultValue("stepgraph") String schema,
            @Nullable Duration socketTimeout) {}

    /** The kinds of stores. */
    public enum StoreType {
        /** A schema in the database of the application's data source. */
        POSTGRES,
        /** One file. */
        SQLITE,
        /** Runs end with the process. */
        MEMORY
    }

    /**
     * The settings of the runner, which starts runs.
     *
     * @param namespace the namespace (tenant) of all runs of the runner
     * @param startMode the mode of the runs that are started here; the highest that is allowed unless set
     * @param deadline how long a new run may take, its pauses included; no limit unless set
     * @param waitTimeout how long a call waits while another call executes the run; no limit unless set
     * @param retention how much the store keeps of runs that have ended; KEEP_OUTCOME unless set
     * @param onBusy what a start in a thread with an unfinished run does; FAIL unless set
     * @param maxQueued how many runs of one graph may be queued when one more is stored; no limit unless set
     * @param parallel how many called agents one call of the runner executes at the same time; 4 unless set
     * @param maxMessages how many messages may wait in a run when one more is told; 1,000 unless set
     * @param keepMessages how long messages that were taken are known by their ids at least; as long as their run
     *     unless set
     */
    public record RunnerProperties(
            @DefaultValue("default") String namespace,
            @Nullable PermissionMode startMode,
            @Nullable Duration deadline,
            @Nullable Duration waitTimeout,
            @Nullable Retention retention,
            @Nullable ThreadBusyPolicy onBusy,
            @Nullable Integer maxQueued,
            @Nullable Integer parallel,
            @Nullable Integer maxMessages,
            @Nullable Duration keepMessages) {}

    /**
     * The settings of the worker, which executes queued runs.
     *
     * @param enabled whether this application has a worker
     * @param concurrency how many runs the worker executes at once at most; 16 unless set
     * @param namespaces the namespaces (tenants) whose runs the worker continues; all unless set
     * @param noticesFrom from when on the first handler of the store is told of runs that have stopped; one hour before
     *     it begins unless set
     */
    public record WorkerProperties(
            @DefaultValue("true") boolean enabled,
            @Nullable Integer concurrency,
            @DefaultValue List<String> namespaces,
            @Nullable Instant noticesFrom) {

        /** Copies the list. */
        public WorkerProperties {
            namespaces = List.copyOf(namespaces);
        }
    }

    /**
     * The settings of web requests.
     *
     * @param problemDetails whether the library's exceptions become problem details (RFC 9457)
     */
    public record WebProperties(@DefaultValue("true") boolean problemDetails) {}

    /**
     * The settings of the agent that is made of the beans Tools and StreamingChatModel, or ChatModel.
     *
     * @param enabled whether there is such an agent
     * @param system the text that each request to the model begins with, which tells it who it is
     * @param name the name of its graph, which tells its runs apart from those of other applications in the namespace;
     *     tool-agent unless set
     * @param turns how often the model may answer for one message of the user; 25 unless set
     * @param calls how many tools the model may call for one message of the user; 50 unless set
     * @param tokens how many tokens one message of the user may take; 1,000,000 unless set
     * @param characters how many characters of the conversation the model gets, the newest; 400,000 unless set
     */
    public record ToolAgentProperties(
            boolean enabled,
            @Nullable String system,
            @Nullable String name,
            @Nullable Integer turns,
            @Nullable Integer calls,
            @Nullable Long tokens,
            @Nullable Integer characters) {}
}
