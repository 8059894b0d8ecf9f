package io.stepgraph.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.google.protobuf.ByteString;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.visit.VisitResult;
import io.stepgraph.temporal.workflow.Stop;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.EncodingKeys;
import io.temporal.common.converter.PayloadConverter;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes the values that travel through Temporal as plain JSON. States and inputs are parts of the document and not texts in it,
 * so that they can be read in Temporal's own tools.
 */
final class WireConverter implements PayloadConverter {
    private static final String ENCODING = "json/plain";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .addMixIn(VisitResult.class, Kinds.class)
            .addMixIn(Stop.class, Kinds.class)
            .addModule(new SimpleModule("stepgraph-documents")
                    .addSerializer(Json.class, new Written())
                    .addDeserializer(Json.class, new Read()))
            .build();

    /** The converter of all clients and workers of an engine. */
    static DataConverter all() {
        return DefaultDataConverter.newDefaultInstance().withPayloadConverterOverrides(new WireConverter());
    }

    /** The kind of a sealed value stands in the document. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = VisitResult.Next.class, name = "next"),
        @JsonSubTypes.Type(value = VisitResult.Retry.class, name = "retry"),
        @JsonSubTypes.Type(value = VisitResult.Asked.class, name = "ask"),
        @JsonSubTypes.Type(value = VisitResult.Parked.class, name = "park"),
        @JsonSubTypes.Type(value = VisitResult.Completed.class, name = "complete"),
        @JsonSubTypes.Type(value = VisitResult.Failed.class, name = "fail"),
        @JsonSubTypes.Type(value = VisitResult.Voided.class, name = "voided"),
        @JsonSubTypes.Type(value = Stop.Waiting.class, name = "waiting"),
        @JsonSubTypes.Type(value = Stop.Parked.class, name = "parked"),
        @JsonSubTypes.Type(value = Stop.Blocked.class, name = "blocked"),
        @JsonSubTypes.Type(value = Stop.Completed.class, name = "completed"),
        @JsonSubTypes.Type(value = Stop.Failed.class, name = "failed"),
        @JsonSubTypes.Type(value = Stop.Cancelled.class, name = "cancelled")
    })
    private interface Kinds {}

    private static final class Written extends ValueSerializer<Json> {
        @Override
        public void serialize(Json document, JsonGenerator to, SerializationContext context) {
            to.writeRawValue(document.text());
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
            return new Json(bytes.toByteArray());
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
                    .setData(ByteString.copyFrom(MAPPER.writeValueAsBytes(value)))
                    .build());
        } catch (JacksonException unwritable) {
            throw new DataConverterException(unwritable);
        }
    }

    @Override
    public <T> T fromData(Payload content, Class<T> type, Type genericType) throws DataConverterException {
        try {
            return MAPPER.readValue(content.getData().toByteArray(), MAPPER.constructType(genericType));
        } catch (JacksonException unreadable) {
            throw new DataConverterException(unreadable);
        }
    }
}
