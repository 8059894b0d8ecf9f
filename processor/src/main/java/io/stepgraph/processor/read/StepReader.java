package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AnswerRule;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.CalledAgent;
import io.stepgraph.processor.model.Gate;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.InterruptModel;
import io.stepgraph.processor.model.Length;
import io.stepgraph.processor.model.MailboxModel;
import io.stepgraph.processor.model.MisplacedAnnotation;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Numeral;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Retrying;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.Signature;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.TimeMethod;
import io.stepgraph.processor.model.Visits;
import io.stepgraph.processor.model.WaitModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/**
 * Reads one method by itself. {@link Resolver} adds the facts that depend on other methods: the meaning of its return
 * type, the takers of its answers or results and the openers of its gate.
 */
final class StepReader {

    private static final String DEFAULT_MODE = "PLAN";

    private final Places places;
    private final List<MisplacedAnnotation> strays;
    private final SignatureReader signatures;

    StepReader(Places places, List<MisplacedAnnotation> strays, SignatureReader signatures) {
        this.signatures = signatures;
        this.places = places;
        this.strays = strays;
    }

    /** Null if the method is no step. */
    @Nullable StepModel read(ExecutableElement method) {
        List<AnnotationValues> written = written(method);
        if (written.isEmpty()) {
            return null;
        }
        String name = method.getSimpleName().toString();
        @Nullable AnnotationValues step = null;
        for (AnnotationValues annotation : written) {
            boolean declares = isStep(annotation);
            if (declares && step == null) {
                step = annotation;
            } else if (declares) {
                strays.add(new MisplacedAnnotation(annotation.name(), name, annotation.place(), true));
            }
        }
        if (step == null) {
            written.forEach(stray -> strays.add(new MisplacedAnnotation(stray.name(), name, stray.place(), false)));
            return null;
        }
        AnnotationValues answeredBy = find(written, Annotations.ANSWERED_BY);
        if (answeredBy != null && find(written, Annotations.INTERRUPT) == null) {
            strays.add(new MisplacedAnnotation(answeredBy.name(), name, answeredBy.place(), false));
        }
        return step(method, name, step, written);
    }

    private List<AnnotationValues> written(ExecutableElement method) {
        List<AnnotationValues> written = new ArrayList<>();
        for (AnnotationMirror mirror : method.getAnnotationMirrors()) {
            String name = Annotations.nameOf(mirror);
            if (name != null) {
                written.add(AnnotationValues.of(name, method, mirror, places));
            }
        }
        return written;
    }

    private static boolean isStep(AnnotationValues annotation) {
        return List.of(Annotations.STEP, Annotations.INTERRUPT, Annotations.WAIT, Annotations.CALL)
                .contains(annotation.name());
    }

    private StepModel step(ExecutableElement method, String name, AnnotationValues step, List<AnnotationValues> all) {
        Place returnPlace = places.ofType(method);
        Place place = places.of(method);
        Gate gate = gate(find(all, Annotations.GATED_BY));
        Signature signature = signatures.read(method, places, gate != null && gate.exactly());
        return new StepModel(
                0,
                name,
                GeneratedNames.constant(name),
                method,
                place,
                step.place(),
                signature,
                new Returned(Returned.Kind.OTHER, method.getReturnType(), returnPlace),
                step.texts("next"),
                step.placeOf("next"),
                mode(find(all, Annotations.REQUIRES_MODE)),
                step.name().equals(Annotations.CALL) ? null : timeout(step),
                step.textUnlessEmpty("onFailure"),
                step.types("failures"),
                step.isTrue("inDoubt") ? step.placeOf("inDoubt") : null,
                step.texts("effects"),
                step.isTrue("transactional") ? step.placeOf("transactional") : null,
                step.texts("formerly"),
                retrying(find(all, Annotations.RETRY)),
                gate,
                visits(find(all, Annotations.MAX_VISITS)),
                asking(method, step, find(all, Annotations.ANSWERED_BY)),
                waiting(step),
                calling(step),
                all.stream().anyMatch(AnnotationValues::isUnreadable));
    }

    private static @Nullable AnnotationValues find(List<AnnotationValues> all, String name) {
        for (AnnotationValues annotation : all) {
            if (annotation.name().equals(name)) {
                return annotation;
            }
        }
        return null;
    }

    private static String mode(@Nullable AnnotationValues requiresMode) {
        Name mode = requiresMode == null ? null : requiresMode.constant("value");
        return mode == null ? DEFAULT_MODE : mode.text();
    }

    private static @Nullable Retrying retrying(@Nullable AnnotationValues retry) {
        if (retry == null) {
            return null;
        }
        return new Retrying(
                number(retry, "attempts", 1),
                length(retry, "backoff", "200ms"),
                number(retry, "factor", 2),
                length(retry, "maxBackoff", "30s"),
                number(retry, "jitter", 0.2),
                retry.types("on"));
    }

    private static Numeral number(AnnotationValues annotation, String member, double absent) {
        Numeral number = annotation.number(member);
        return number == null ? new Numeral(absent, annotation.place()) : number;
    }

    private static Length length(AnnotationValues annotation, String member, String absent) {
        Length length = Durations.length(annotation.text(member));
        return length == null ? Durations.length(absent, annotation.place()) : length;
    }

    private static @Nullable Gate gate(@Nullable AnnotationValues gatedBy) {
        if (gatedBy == null) {
            return null;
        }
        Name interrupt = gatedBy.text("value");
        return new Gate(
                interrupt == null ? new Name(Name.UNREADABLE, gatedBy.place()) : interrupt,
                gatedBy.types("answer"),
                List.of(),
                gatedBy.isTrue("exactly"),
                gatedBy.place(),
                gatedBy.placeOf("answer"));
    }

    private static @Nullable Visits visits(@Nullable AnnotationValues maxVisits) {
        if (maxVisits == null) {
            return null;
        }
        Name then = maxVisits.text("then");
        return new Visits(
                number(maxVisits, "times", 1), then == null ? new Name(Name.UNREADABLE, maxVisits.place()) : then);
    }

    private static @Nullable WaitModel waiting(AnnotationValues step) {
        return step.name().equals(Annotations.WAIT)
                ? new WaitModel(Durations.length(step.textUnlessEmpty("length")))
                : null;
    }

    private static @Nullable CallModel calling(AnnotationValues step) {
        return step.name().equals(Annotations.CALL)
                ? new CallModel(
                        step.texts("agents").stream()
                                .map(name -> new CalledAgent(name, null))
                                .toList(),
                        step.placeOf("agents"),
                        CallModel.Shape.ONE,
                        timeout(step),
                        step.number("maxElements"),
                        step.constant("maxMode"),
                        List.of(),
                        List.of(),
                        false)
                : null;
    }

    private static @Nullable Length timeout(AnnotationValues step) {
        return Durations.length(step.textUnlessEmpty("timeout"));
    }

    private static @Nullable InterruptModel asking(
            ExecutableElement method, AnnotationValues step, @Nullable AnnotationValues answeredBy) {
        if (!step.name().equals(Annotations.INTERRUPT)) {
            return null;
        }
        return new InterruptModel(
                step.types("answer"),
                List.of(),
                List.of(),
                List.of(),
                Durations.length(step.textUnlessEmpty("expires")),
                timeMethod(method, step.textUnlessEmpty("expiresBy")),
                List.of(),
                rule(answeredBy),
                mailbox(step),
                !step.isBrokenTypeList("answer"));
    }

    private static @Nullable MailboxModel mailbox(AnnotationValues step) {
        Place place = step.isTrue("mailbox") ? step.placeOf("mailbox") : null;
        return place == null ? null : new MailboxModel(place, List.of());
    }

    private static @Nullable TimeMethod timeMethod(ExecutableElement interrupt, @Nullable Name name) {
        if (name == null) {
            return null;
        }
        Element agent = Objects.requireNonNull(interrupt.getEnclosingElement());
        List<ExecutableElement> found = ElementFilter.methodsIn(agent.getEnclosedElements()).stream()
                .filter(method -> method.getSimpleName().contentEquals(name.text()))
                .toList();
        return new TimeMethod(name, found);
    }

    private static @Nullable AnswerRule rule(@Nullable AnnotationValues answeredBy) {
        return answeredBy == null
                ? null
                : new AnswerRule(
                        answeredBy.texts("role"),
                        answeredBy.isTrue("notStarter"),
                        answeredBy.isTrue("starter"),
                        answeredBy.texts("otherThan"),
                        answeredBy.place());
    }
}
