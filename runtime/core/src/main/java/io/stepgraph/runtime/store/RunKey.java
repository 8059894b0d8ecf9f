package io.stepgraph.runtime.store;

/**
 * What names a run: an id in a scope. Scopes (tenants) never see each other's runs.
 *
 * @param scope the scope
 * @param id the id, as the user gave it
 */
public record RunKey(String scope, String id) {
    @Override
    public String toString() {
        return id;
    }
}
