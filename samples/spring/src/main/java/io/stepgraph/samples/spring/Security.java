package io.stepgraph.samples.spring;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.annotation.web.configurers.LogoutConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Who may sign in: with a form in the browser, or with HTTP Basic. Each change needs the CSRF token, from the form or
 * from the cookie. What an employee or a manager may answer is said by the agent.
 */
@Configuration(proxyBeanMethods = false)
class Security {

    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
        return http.authorizeHttpRequests(
                        requests -> requests.requestMatchers("/style.css", "/refresh.js", "/actuator/health")
                                .permitAll()
                                .anyRequest()
                                .authenticated())
                .formLogin(form -> form.loginPage("/login").permitAll())
                .logout(LogoutConfigurer::permitAll)
                .httpBasic(withDefaults())
                .csrf(CsrfConfigurer::spa)
                .build();
    }

    /** The people of the demo; their passwords are their names. */
    @Bean
    InMemoryUserDetailsManager people() {
        return new InMemoryUserDetailsManager(
                person("ann", "employee"), person("ben", "employee"), person("mia", "employee", "manager"));
    }

    private static UserDetails person(String name, String... roles) {
        return User.withUsername(name).password("{noop}" + name).roles(roles).build();
    }
}
