package io.stepgraph.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.google.protobuf.ByteString;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.store.MessageWrite;
import io.stepgraph.store.NewMessage;
import io.stepgraph.store.StopReason;
import io.stepgraph.temporal.workflow.LogPage;
import io.stepgraph.temporal.workflow.Messages;
import io.stepgraph.temporal.workflow.RunState;
import io.stepgraph.temporal.workflow.RunWorkflow;
import io.stepgraph.temporal.workflow.Stop;
import io.stepgraph.temporal.workflow.ThreadWorkflow;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.common.converter.PayloadConverter;
import io.temporal.payload.context.HasWorkflowSerializationContext;
import io.temporal.payload.context.SerializationContext;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes the values that travel through Temporal as plain JSON. States and inputs are parts of the document and not
 * texts in it, so that they can be read in Temporal's own tools.
 */
final class WireConverter implements PayloadConverter {
    private static final String ENCODING = "json/plain";

    private static final String SCOPE = "stepgraph";

    /** The types that are read whole at once. Other values keep the names of blobs until the blobs are asked for. */
    private static final Set<Class<?>> WHOLE = Set.of(
            RunWorkflow.VisitTask.class,
            RunWorkflow.RouteTask.class,
            RunWorkflow.Recorded.class,
            ThreadWorkflow.LeftState.class,
            LogPage.class);

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addMixIn(StopReason.class, Kinds.class)
            .addMixIn(Stop.class, Kinds.class)
            .addMixIn(StopReason.QuestionAsked.class, SchemaInline.class)
            .addMixIn(RunWorkflow.GivenAnswer.class, AnswerInline.class)
            .addMixIn(RunState.AnsweredQuestion.class, AnswerInline.class)
            .addMixIn(MessageWrite.class, Kinds.class)
            .addMixIn(NewMessage.class, MessageInline.class)
            .addMixIn(Messages.Message.class, MessageInline.class)
            .addModule(new SimpleModule("stepgraph-documents")
                    .addSerializer(Json.class, new JsonSerializer())
                    .addDeserializer(Json.class, new Read()))
            .build();

    private final LargeValues large;
    private final @Nullable HasWorkflowSerializationContext workflow;

    private WireConverter(LargeValues large, @Nullable HasWorkflowSerializationContext workflow) {
        this.large = large;
        this.workflow = workflow;
    }

    /** The converter of all clients and workers of an engine. */
    static DataConverter all(LargeValues large) {
        return DefaultDataConverter.newDefaultInstance().withPayloadConverterOverrides(new WireConverter(large, null));
    }

    @Override
    public PayloadConverter withContext(SerializationContext context) {
        return context instanceof HasWorkflowSerializationContext known ? new WireConverter(large, known) : this;
    }

    /** An answer is compared in the workflow, and becomes a part of an event there. */
    interface AnswerInline {
        @JsonSerialize(using = Inline.class)
        Json answer();
    }

    /** The workflow reads who may answer from it. */
    interface SchemaInline {
        @JsonSerialize(using = Inline.class)
        Json answerSchema();
    }

    /** A message is compared in the workflow, and becomes a part of an event there. */
    interface MessageInline {
        @JsonSerialize(using = Inline.class)
        @Nullable Json message();
    }

    private static final class Inline extends ValueSerializer<Json> {
        @Override
        public void serialize(Json document, JsonGenerator to, tools.jackson.databind.SerializationContext context) {
            to.writeRawValue(document.text());
        }
    }

    /** The kind of a sealed value stands in the document. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Stop.Stopped.class, name = "stopped"),
        @JsonSubTypes.Type(value = Stop.Blocked.class, name = "blocked"),
        @JsonSubTypes.Type(value = StopReason.QuestionAsked.class, name = "asked"),
        @JsonSubTypes.Type(value = StopReason.Delayed.class, name = "delayed"),
        @JsonSubTypes.Type(value = StopReason.Waits.class, name = "waits"),
        @JsonSubTypes.Type(value = StopReason.Listens.class, name = "listens"),
        @JsonSubTypes.Type(value = MessageWrite.Listens.class, name = "listen"),
        @JsonSubTypes.Type(value = MessageWrite.Replies.class, name = "reply"),
        @JsonSubTypes.Type(value = StopReason.Parked.class, name = "parked"),
        @JsonSubTypes.Type(value = StopReason.Completed.class, name = "completed"),
        @JsonSubTypes.Type(value = StopReason.Failed.class, name = "failed"),
        @JsonSubTypes.Type(value = StopReason.Cancelled.class, name = "cancelled")
    })
    private interface Kinds {}

    private static final class JsonSerializer extends ValueSerializer<Json> {
        @Override
        public void serialize(Json document, JsonGenerator to, tools.jackson.databind.SerializationContext context) {
            WireConverter scope = (WireConverter) context.getAttribute(SCOPE);
            to.writeRawValue(scope.large.written(document, scope.workflow).text());
        }
    }

    /** Copies the document as it stands, numbers with all their digits. */
    private static final class Read extends ValueDeserializer<Json> {
        @Override
        public Json deserialize(JsonParser from, DeserializationContext context) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (JsonGenerator copy = MAPPER.createGenerator(bytes)) {
                copy.copyCurrentStructureExact(from);
            }
            Json document = new Json(bytes.toByteArray());
            return context.getAttribute(SCOPE) instanceof WireConverter scope ? scope.large.whole(document) : document;
        }

        @Override
        public Json getNullValue(DeserializationContext context) {
            return Json.of("null");
        }

        @Override
        public @Nullable Object getAbsentValue(DeserializationContext context) {
            return null;
        }
    }

    @Override
    public String getEncodingType() {
        return ENCODING;
    }

    @Override
    public Optional<Payload> toData(Object value) throws DataConverterException {
        try {
            return Optional.of(Payload.newBuilder()
                    .putMetadata(
                            EncodingKeys.METADATA_ENCODING_KEY, ByteString.copyFrom(ENCODING, StandardCharsets.UTF_8))
                    .setData(ByteString.copyFrom(
                            MAPPER.writer().withAttribute(SCOPE, this).writeValueAsBytes(value)))
                    .build());
        } catch (JacksonException unwritable) {
            throw known(unwritable);
        }
    }

    @Override
    public <T> T fromData(Payload content, Class<T> type, Type genericType) throws DataConverterException {
        try {
            ObjectReader reader = MAPPER.readerFor(MAPPER.constructType(genericType));
            return (WHOLE.contains(type) ? reader.withAttribute(SCOPE, this) : reader)
                    .readValue(content.getData().toByteArray());
        } catch (JacksonException unreadable) {
            throw known(unreadable);
        }
    }

    private static RuntimeException known(JacksonException failed) {
        StepgraphException known = Calls.known(failed);
        return known == null ? new DataConverterException(failed) : known;
    }
}
