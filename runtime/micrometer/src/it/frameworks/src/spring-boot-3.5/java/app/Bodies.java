package app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Writes what a controller returns, with the mapper of the framework. */
@EnableAutoConfiguration
public class Bodies {
    public static String write(Object body) throws JsonProcessingException {
        try (ConfigurableApplicationContext spring = SpringApplication.run(Bodies.class)) {
            return spring.getBean(ObjectMapper.class).writeValueAsString(body);
        }
    }
}
