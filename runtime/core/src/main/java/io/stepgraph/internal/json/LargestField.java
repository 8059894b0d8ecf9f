package io.stepgraph.internal.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Finds the field that takes most of a document, which may be cut off anywhere. */
final class LargestField {
    private @Nullable String largest;
    private long most = -1;
    private @Nullable String field;
    private long start;

    private LargestField() {}

    /** Its path; the whole if the document has no fields. */
    static Path of(Path root, byte[] cutOff) {
        LargestField fields = new LargestField();
        try (JsonParser in = new JsonFactory().createParser(ObjectReadContext.empty(), cutOff)) {
            fields.measure(in);
        } catch (JacksonException e) {
            // That is where it was cut off.
        }
        fields.next(null, cutOff.length);
        return fields.largest == null ? root : root.field(fields.largest);
    }

    private void measure(JsonParser in) {
        int depth = 0;
        for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            } else if (token == JsonToken.PROPERTY_NAME && depth == 1) {
                next(in.currentName(), in.currentTokenLocation().getByteOffset());
            }
        }
    }

    private void next(@Nullable String name, long offset) {
        if (field != null && offset - start > most) {
            largest = field;
            most = offset - start;
        }
        field = name;
        start = offset;
    }
}
