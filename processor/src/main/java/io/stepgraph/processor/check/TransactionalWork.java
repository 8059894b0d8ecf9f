package io.stepgraph.processor.check;

/** Only a transactional step hands work to its checkpoint. The work does not use the context: it is executed after the attempt. */
final class TransactionalWork {

    private TransactionalWork() {}

    static void check(Body body) {
        String step = "'" + body.step.name() + "'";
        for (ContextCall call : body.calls) {
            if (call.isLate()) {
                String text = "The work of a checkpoint is executed when the attempt of " + step + " is over, and then "
                        + call.method().getSimpleName() + " throws. Call it before atCheckpoint.";
                body.report(DiagnosticId.CONTEXT_IN_WORK, text, call.tree());
            } else if (call.isOf("atCheckpoint") && body.step.transactional() == null) {
                String text = step + " hands work to its checkpoint, but is "
                        + (body.step.isInterrupt()
                                ? "an interrupt. Let a step with transactional = true do it."
                                : "not transactional. Write transactional = true in its @Step.");
                body.report(DiagnosticId.WORK_WITHOUT_TRANSACTION, text, call.tree());
            }
        }
    }
}
