package io.stepgraph.spring;

import io.stepgraph.runtime.client.AgentOutcome;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.http.HttpEntity;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * Answers {@code {"outcome":"queued"}} where a controller returns the outcome of a run that has none yet, an empty
 * optional.
 */
@ControllerAdvice
final class QueuedOutcomes implements ResponseBodyAdvice<Object> {

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        ResolvableType type = ResolvableType.forMethodParameter(returned);
        ResolvableType body = HttpEntity.class.isAssignableFrom(type.toClass()) ? type.getGeneric() : type;
        return body.toClass() == Optional.class
                && AgentOutcome.class.isAssignableFrom(body.getGeneric().toClass());
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType mediaType,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        return body instanceof Optional<?> outcome && outcome.isEmpty() ? Map.of("outcome", "queued") : body;
    }
}
