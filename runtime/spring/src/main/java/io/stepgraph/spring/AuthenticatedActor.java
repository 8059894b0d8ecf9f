package io.stepgraph.spring;

import io.stepgraph.runtime.Actor;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** The authentication of the thread as an actor. */
final class AuthenticatedActor implements CurrentActor {
    private static final String ROLE = "ROLE_";

    private final AuthenticationTrustResolver trust = new AuthenticationTrustResolverImpl();

    @Override
    public Optional<Actor> find() {
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        return trust.isAuthenticated(authentication) ? Optional.of(actor(authentication)) : Optional.empty();
    }

    /** As Spring Security's own exception, which leads to a sign-in. */
    @Override
    public Actor get() {
        return find().orElseThrow(() ->
                new AuthenticationCredentialsNotFoundException("Nobody has signed in, so there is no actor."));
    }

    private static Actor actor(@Nullable Authentication authentication) {
        String[] roles = Objects.requireNonNull(authentication).getAuthorities().stream()
                .filter(authority -> !(authority instanceof FactorGrantedAuthority)) // how they signed in is no role
                .map(GrantedAuthority::getAuthority)
                .filter(Objects::nonNull)
                .map(name -> name.startsWith(ROLE) ? name.substring(ROLE.length()) : name)
                .toArray(String[]::new);
        return Actor.named(authentication.getName(), roles);
    }
}
