package io.stepgraph.processor.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The other members of the agent class, and the declarations around it.
 *
 * @param strays our annotations on methods that are no step, and the second of {@code @Step} and {@code @Interrupt}
 * @param mutableFields the fields that are not final
 * @param plainMethods the names of the methods that are no step
 * @param inherited our annotations in its supertypes, which are no agents: steps are not inherited
 * @param taken null if the names of the generated types are free
 * @param foreignFile the name of the source file, if the agent is nested in a class that is not the file's own; null
 *     where the compiler does not tell
 */
public record EnclosingScope(
        List<MisplacedAnnotation> strays,
        List<Place> mutableFields,
        Set<String> plainMethods,
        List<MisplacedAnnotation> inherited,
        @Nullable TakenName taken,
        @Nullable String foreignFile) {}
