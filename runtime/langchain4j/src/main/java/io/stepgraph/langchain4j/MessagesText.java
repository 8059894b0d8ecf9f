package io.stepgraph.langchain4j;

import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * Reads the JSON of messages as its own text: whatever is stored comes back digit by digit, and every text that is
 * stored was written here, so that it is the same again.
 */
final class MessagesText extends ValueDeserializer<StringBuilder> {

    /** The depth of one message; the runtime stores 500, and conversations stand deep in states. */
    private static final int MAX_DEPTH = 400;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** Returns the text of a message as it is read back, without half characters, which cannot be stored. */
    static String of(String message) {
        String whole = PlainJson.HALF.matcher(message).replaceAll("\uFFFD");
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), whole)) {
            in.nextToken();
            return copied(in);
        }
    }

    @Override
    public StringBuilder deserialize(JsonParser in, DeserializationContext context) {
        return in.currentToken() == JsonToken.START_ARRAY
                ? new StringBuilder(copied(in))
                : context.reportInputMismatch(this, "a conversation is an array of messages");
    }

    /** Not by copyCurrentStructureExact, which rounds the numbers that Jackson has buffered. */
    private static String copied(JsonParser in) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            int depth = 0;
            for (JsonToken token = in.currentToken(); ; token = in.nextToken()) {
                if (token.isNumeric()) {
                    out.writeNumber(in.getString());
                } else {
                    out.copyCurrentEvent(in);
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 0) {
                    break;
                }
            }
        }
        return text.toString();
    }
}
