/**
 * A small editor that runs inside the program, for those who have no key to a model: it drafts, criticises and revises
 * summaries by measuring the text. Start with {@link io.stepgraph.samples.review.editor.LocalEditor}.
 *
 * <p>The way of a text through it: {@code Prose} takes off the markup, {@code Sentences} splits, {@code Terms} finds
 * the words that carry meaning, {@code Centrality} ranks the sentences and {@code Draft} picks some; {@code Critic}
 * measures a draft and writes a {@code Critique} of {@code Finding}s; {@code Revision} reads that critique and acts
 * on it.
 */
@NullMarked
package io.stepgraph.samples.review.editor;

import org.jspecify.annotations.NullMarked;
