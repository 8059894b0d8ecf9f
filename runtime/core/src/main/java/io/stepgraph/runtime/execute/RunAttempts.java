package io.stepgraph.runtime.execute;

/** The ports of attempts for a run that this runner owns: its lease, its events, and the calls that reach it from outside. */
final class RunAttempts implements AttemptMonitor, AttemptEvents {
    private final LeasedRun run;
    private final Execution execution;
    private final RunLog<?> log;

    RunAttempts(LeasedRun run, Execution execution, RunLog<?> log) {
        this.run = run;
        this.execution = execution;
        this.log = log;
    }

    @Override
    public boolean begin(Abandonable attempt) {
        return execution.begin(attempt);
    }

    @Override
    public void end() {
        execution.end();
    }

    @Override
    public boolean isInDoubt() {
        return run.age().mayBeOver();
    }

    @Override
    public void enterThread() {
        Execution.setCurrent(execution);
    }

    @Override
    public void started(Position<?, ?> at) {
        if (!log.isAttempted()) {
            log.attempt(at);
        }
    }

    @Override
    public long waitedForReader() {
        return log.waitedForReader();
    }

    @Override
    public Emission encode(String step, long visit, int attempt, Object event) {
        Stored stored = log.encoded(event);
        return new Emission() {
            @Override
            public void record(int number) {
                log.signal(step, visit, attempt, number, stored.json());
            }

            @Override
            public void publish(int number) {
                log.tellSignal(step, visit, attempt, number, stored);
            }
        };
    }
}
