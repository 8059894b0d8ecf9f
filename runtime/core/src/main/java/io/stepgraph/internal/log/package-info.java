/**
 * The reports of a run: the outbox of a commit, subscriptions, feeds and streams, and events as JSON. Start with
 * {@link io.stepgraph.internal.log.EventOutbox} and {@link io.stepgraph.internal.log.RunStreams}.
 */
@NullMarked
package io.stepgraph.internal.log;

import org.jspecify.annotations.NullMarked;
