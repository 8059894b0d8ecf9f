/** The annotations an agent is written with. */
module io.stepgraph {
    exports io.stepgraph;
}
