package app;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** Writes what a controller returns, with the mapper of the framework. */
@EnableAutoConfiguration
public class Bodies {
    public static String write(Object body) {
        try (ConfigurableApplicationContext spring = SpringApplication.run(Bodies.class)) {
            return spring.getBean(JsonMapper.class).writeValueAsString(body);
        }
    }
}
