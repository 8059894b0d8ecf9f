package io.stepgraph.spring.slice;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that a slice is cut from. */
@SpringBootApplication
class SlicedApplication {}
