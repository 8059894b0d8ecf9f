/** An agent that drafts, reviews, asks a person, and revises. */
package io.stepgraph.samples.review;
