/** The web page: tickets, runs with their graphs and events, and open approvals. */
@NullMarked
package io.stepgraph.samples.refund.web;

import org.jspecify.annotations.NullMarked;
