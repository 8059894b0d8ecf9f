/**
 * A report by three researchers and a fact checker, which work at the same time. Start with {@link
 * io.stepgraph.samples.report.ReportAgent}, which calls them, and at {@link io.stepgraph.samples.report.ReportProgram},
 * which is the program around it.
 */
@NullMarked
package io.stepgraph.samples.report;

import org.jspecify.annotations.NullMarked;
