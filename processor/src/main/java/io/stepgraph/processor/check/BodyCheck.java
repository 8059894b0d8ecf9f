package io.stepgraph.processor.check;

import com.sun.source.tree.Tree;

/** Looks for one kind of mistake in the bodies of an agent, of which javac knows what they mean. */
interface BodyCheck {

    /** Reports each mistake in a step, where it was made. */
    void check(Body body, Report report);

    /** Takes a mistake, at the tree that is wrong. */
    interface Report {
        void report(DiagnosticId id, String text, Tree tree);
    }
}
