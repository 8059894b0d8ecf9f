package io.stepgraph.samples.chat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.stepgraph.langchain4j.Acting;
import io.stepgraph.langchain4j.Acts;
import java.io.IOException;

/**
 * The tools of the model. Safe for use by many threads.
 *
 * @param documents what it may read
 * @param notes what it may change
 */
public record ChatTools(Documents documents, Notes notes) {
    static final String ASK_USER = "ask_user";
    static final String SEARCH = "search_documents";
    static final String READ = "read_document";
    static final String SAVE_NOTE = "save_note";
    static final String READ_NOTES = "read_notes";
    static final String SHOW_GRAPH = "show_own_graph";

    private static final String GRAPH = "/META-INF/stepgraph/" + ChatAgent.class.getName() + ".json";

    @Tool(name = SEARCH, value = "Searches the documents; the best one comes first.")
    String search(@P("a few words") String query) {
        return documents.search(query);
    }

    @Tool(name = READ, value = "Gives the whole text of a document.")
    String read(@P("its name, such as lenses.md") String name) {
        return documents.read(name);
    }

    @Tool(name = READ_NOTES, value = "Gives the notes that were saved.")
    String readNotes() throws IOException {
        return notes.read();
    }

    @Tool(name = SHOW_GRAPH, value = "Gives the graph of steps by which you work, as JSON.")
    String showGraph() {
        return Documents.text(GRAPH);
    }

    /** A crash in it is no question to anybody: it is called again with the same key, and writes the note once. */
    @Tool(name = SAVE_NOTE, value = "Saves a note for later conversations.")
    @Acts(ask = "Save the note {text}?", sameKey = true)
    String saveNote(@P("one sentence") String text, Acting acting) throws IOException {
        return notes.save(text, acting.key());
    }

    /** Is never called: the graph asks the user instead, and the reply is the result. */
    @Tool(name = ASK_USER, value = "Asks the user a question, and waits for the reply.")
    @Acts(ask = "{question}")
    String askUser(@P("one short question") String question) {
        return question;
    }
}
