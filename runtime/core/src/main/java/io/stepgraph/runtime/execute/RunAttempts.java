package io.stepgraph.runtime.execute;

/** Watches the attempts of a run that this runner owns: its lease, and the calls that reach it from outside. */
final class RunAttempts implements AttemptMonitor {
    private final LeasedRun run;
    private final Execution execution;

    RunAttempts(LeasedRun run, Execution execution) {
        this.run = run;
        this.execution = execution;
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
}
