/** A user's named module: its state is opened to Jackson and to nobody else. */
module app {
    requires io.stepgraph.sqlite;

    opens app to
            tools.jackson.databind;
}
