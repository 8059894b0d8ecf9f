package io.stepgraph.spring;

import tools.jackson.databind.json.JsonMapper;

/**
 * A bean of this type changes how the values of all agents are written and read as JSON, as {@link
 * io.stepgraph.runtime.client.AgentGraph#json} does for one. Several are applied in their order. The JSON of web
 * requests has settings of its own: a change there does not change what is stored.
 */
@FunctionalInterface
public interface JsonCustomizer {

    /**
     * Changes a builder, and does not build. Called several times, and does the same each time.
     *
     * @param mapper the builder
     */
    void customize(JsonMapper.Builder mapper);
}
