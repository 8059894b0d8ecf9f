package io.stepgraph.samples.events.tools;

import tools.jackson.databind.JsonNode;

/** Reads the arguments of a tool call, which a model may have got wrong. */
final class Arguments {
    private Arguments() {}

    static String text(JsonNode arguments, String name) throws ToolFailedException {
        JsonNode value = arguments.path(name);
        if (!value.isString()) {
            throw new ToolFailedException("The argument '" + name + "' is missing, or is not a text.");
        }
        return value.stringValue();
    }

    static String text(JsonNode arguments, String name, String absent) throws ToolFailedException {
        return arguments.path(name).isMissingNode() || arguments.path(name).isNull() ? absent : text(arguments, name);
    }
}
