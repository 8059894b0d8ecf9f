package io.stepgraph.runtime.store;

import io.stepgraph.runtime.RunNotFound;

/**
 * What names a run: an id in a scope. Scopes (tenants) never see each other's runs.
 *
 * @param scope the scope
 * @param id the id, as the user gave it
 */
public record RunKey(String scope, String id) {

    /** The error that there is no such run. */
    public RunNotFound notFound() {
        return new RunNotFound("There is no run '" + id + "' in scope '" + scope + "'; start it first.");
    }

    @Override
    public String toString() {
        return id;
    }
}
