package io.stepgraph.langchain4j;

/**
 * The limits of one message of the user; at the first that is reached, the run ends with words.
 *
 * @param turns how often the model is asked
 * @param calls how many tools are called
 * @param tokens how many tokens all requests and replies have together
 * @param characters how many characters of the conversation a request holds
 */
public record Limits(int turns, int calls, long tokens, int characters) {

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if one is not above 0
     */
    public Limits {
        require(turns, "turns");
        require(calls, "calls");
        require(tokens, "tokens");
        require(characters, "characters");
    }

    private static void require(long limit, String name) {
        if (limit <= 0) {
            throw new IllegalArgumentException("The limit '" + name + "' is " + limit + ", and must be above 0.");
        }
    }
}
