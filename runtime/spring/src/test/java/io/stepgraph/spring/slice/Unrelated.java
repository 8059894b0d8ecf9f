package io.stepgraph.spring.slice;

import org.springframework.stereotype.Component;

/** A component that no agent needs. */
@Component
class Unrelated {}
