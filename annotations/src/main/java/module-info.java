/** The annotations with which a Stepgraph agent is written. */
module io.stepgraph {
    exports io.stepgraph;
}
