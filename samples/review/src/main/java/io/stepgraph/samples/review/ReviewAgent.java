package io.stepgraph.samples.review;

import io.stepgraph.StepGraph;

/** Stands here until the agent does. */
@StepGraph(start = "draft")
final class ReviewAgent {}
