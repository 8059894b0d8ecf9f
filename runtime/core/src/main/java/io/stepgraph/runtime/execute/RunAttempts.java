package io.stepgraph.runtime.execute;

/** Watches the attempts of a run that this runner owns: its lease, and the calls that reach it from outside. */
final class RunAttempts implements AttemptMonitor {
    private final OwnedRun run;
    private final ActiveRun activeRun;

    RunAttempts(OwnedRun run, ActiveRun activeRun) {
        this.run = run;
        this.activeRun = activeRun;
    }

    @Override
    public boolean begin(Abandonable attempt) {
        return activeRun.begin(attempt);
    }

    @Override
    public void end() {
        activeRun.end();
    }

    @Override
    public boolean isInDoubt() {
        return run.age().mayBeOver();
    }

    @Override
    public void enterThread() {
        ActiveRun.setCurrent(activeRun);
    }
}
