package io.stepgraph.processor.read;

import io.stepgraph.processor.model.AgentModel;
import io.stepgraph.processor.model.AnswerVariant;
import io.stepgraph.processor.model.CallModel;
import io.stepgraph.processor.model.EnclosingScope;
import io.stepgraph.processor.model.GeneratedNames;
import io.stepgraph.processor.model.MailboxModel.Reply;
import io.stepgraph.processor.model.MisplacedAnnotation;
import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Parameter;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Returned;
import io.stepgraph.processor.model.StepModel;
import io.stepgraph.processor.model.Supertypes;
import io.stepgraph.processor.model.TakenName;
import io.stepgraph.processor.model.TypeUse;
import io.stepgraph.processor.model.Visits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Reads one agent class, top to bottom, in source order. */
public final class AgentReader {

    private final TypeRelations types;
    private final SourceFiles files;
    private final Function<String, @Nullable TakenName> taken;

    /** {@code taken} tells whether the project has a type of this qualified name already. */
    public AgentReader(TypeRelations types, SourceFiles files, Function<String, @Nullable TakenName> taken) {
        this.types = types;
        this.files = files;
        this.taken = taken;
    }

    /** Reads a class, and the agents that it calls. */
    public AgentModel read(TypeElement type) {
        return read(type, List.of());
    }

    /**
     * {@code callers} are the agents that are being read: one that calls itself is read a second time, without others.
     */
    private AgentModel read(TypeElement type, List<TypeElement> callers) {
        List<TypeElement> stack =
                Stream.concat(callers.stream(), Stream.of(type)).toList();
        Function<TypeElement, @Nullable AgentModel> graphs =
                called -> callers.contains(type) ? null : read(called, stack);
        Places places = new Places();
        AnnotationValues annotation = annotation(type, places);
        Place place = places.of(type);
        List<StepModel> read = new ArrayList<>();
        List<MisplacedAnnotation> strays = new ArrayList<>();
        List<Place> mutableFields = new ArrayList<>();
        Set<String> plainMethods = new HashSet<>();
        Name start = annotation.text("start");
        TypeMirror state = StateType.of(type, start, types);
        StepReader stepReader = new StepReader(places, strays, new SignatureReader(types, state));
        Members members = new Members();
        for (Element member : type.getEnclosedElements()) {
            if (member.getKind() == ElementKind.FIELD) {
                members.addField(member, places.of(member));
            }
            if (member.getKind() == ElementKind.METHOD) {
                StepModel step = stepReader.read((ExecutableElement) member);
                if (step == null) {
                    members.addMethod((ExecutableElement) member, places.of(member));
                    plainMethods.add(member.getSimpleName().toString());
                } else {
                    read.add(step);
                }
            } else if (member.getKind() == ElementKind.FIELD
                    && !member.getModifiers().contains(Modifier.FINAL)) {
                mutableFields.add(places.of(member));
            }
        }
        members.addComponents(type);
        GeneratedNames names = names(type);
        EnclosingScope surroundings = new EnclosingScope(
                strays, mutableFields, plainMethods, inherited(type), taken(names), files.foreignTo(type));
        Steps steps = new Steps(read);
        List<StepModel> resolved = new Resolver(steps, names, state, types, files, members, graphs).resolve();
        return resolve(type, names, annotation, place, start, state, steps, resolved, members, surroundings);
    }

    private static AgentModel resolve(
            TypeElement type,
            GeneratedNames names,
            AnnotationValues annotation,
            Place place,
            @Nullable Name start,
            @Nullable TypeMirror state,
            Steps steps,
            List<StepModel> resolved,
            Members members,
            EnclosingScope surroundings) {
        Name written = annotation.textUnlessEmpty("name");
        return new AgentModel(
                type,
                names,
                written == null ? type.getQualifiedName().toString() : written.text(),
                Visibility.isPublic(type)
                        && mentioned(resolved).allMatch(Visibility::isPublic)
                        && called(resolved).allMatch(AgentModel::isPublic),
                place,
                annotation.place(),
                start,
                annotation.texts("roles"),
                state,
                customEvent(resolved),
                output(resolved, state),
                resolved,
                steps.clashing(),
                members.agents(),
                Edges.of(steps, resolved),
                edgesComplete(steps, surroundings),
                surroundings);
    }

    private static boolean edgesComplete(Steps steps, EnclosingScope surroundings) {
        return steps.clashing().isEmpty()
                && surroundings.inherited().stream().noneMatch(MisplacedAnnotation::claimsToBeStep)
                && surroundings.strays().stream().noneMatch(MisplacedAnnotation::isSecondOfItsMethod)
                && steps.all().stream().allMatch(step -> leadsToKnown(step, steps));
    }

    private static boolean leadsToKnown(StepModel step, Steps steps) {
        Visits visits = step.visits();
        return !step.next().isEmpty()
                && Stream.of(
                                step.next().stream().filter(name -> !name.isExit()),
                                Stream.ofNullable(step.onFailure()),
                                Stream.ofNullable(visits).map(Visits::then))
                        .flatMap(names -> names)
                        .allMatch(name -> steps.indexOf(name) != null);
    }

    private static AnnotationValues annotation(TypeElement type, Places places) {
        for (AnnotationMirror mirror : type.getAnnotationMirrors()) {
            if (Annotations.STEP_GRAPH.equals(Annotations.nameOf(mirror))) {
                return AnnotationValues.of(Annotations.STEP_GRAPH, type, mirror, places);
            }
        }
        throw new IllegalArgumentException(type + " is no agent class");
    }

    private static GeneratedNames names(TypeElement type) {
        String name = type.getSimpleName().toString();
        Element e = type.getEnclosingElement();
        for (; e != null && e.getKind() != ElementKind.PACKAGE; e = e.getEnclosingElement()) {
            name = e.getSimpleName() + "_" + name;
        }
        return new GeneratedNames(
                e instanceof PackageElement pack ? pack.getQualifiedName().toString() : "", name);
    }

    private @Nullable TakenName taken(GeneratedNames names) {
        TakenName graph = taken.apply(names.qualified(names.graph()));
        return graph == null ? taken.apply(names.qualified(names.steps())) : graph;
    }

    private static List<MisplacedAnnotation> inherited(TypeElement type) {
        return Supertypes.of(type).values().stream()
                .filter(above -> !Annotations.isAgent(above))
                .flatMap(above -> MisplacedAnnotationReader.read(above).stream())
                .toList();
    }

    private static @Nullable TypeMirror customEvent(List<StepModel> steps) {
        return steps.stream()
                .map(step -> step.signature().customEvent())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable TypeMirror output(List<StepModel> steps, @Nullable TypeMirror state) {
        return steps.stream()
                .map(StepModel::returned)
                .filter(returned -> returned.kind() == Returned.Kind.RESULT)
                .map(Returned::type)
                .findFirst()
                .orElse(state);
    }

    private static Stream<AgentModel> called(List<StepModel> steps) {
        return steps.stream().map(StepModel::call).flatMap(Stream::ofNullable).flatMap(CallModel::graphs);
    }

    /** The types that the generated API names. */
    private static Stream<TypeMirror> mentioned(List<StepModel> steps) {
        return steps.stream()
                .flatMap(step -> Stream.of(
                                Stream.ofNullable(step.signature().state()).map(Parameter::type),
                                Stream.ofNullable(step.input())
                                        .map(Parameter::type)
                                        .filter(type -> type.getKind() != TypeKind.ERROR), // generated with the graph
                                Stream.ofNullable(step.signature().customEvent()),
                                Stream.of(step.returned())
                                        .filter(returned -> returned.kind() != Returned.Kind.NEXT_CLASS
                                                && returned.kind() != Returned.Kind.STARTS)
                                        .map(Returned::type),
                                Stream.ofNullable(step.interrupt())
                                        .flatMap(asked -> Stream.concat(
                                                asked.answers().stream().map(TypeUse::type),
                                                asked.leaves().stream().map(AnswerVariant::type))),
                                Stream.ofNullable(step.interrupt())
                                        .flatMap(asked -> asked.replies().stream())
                                        .map(Reply::type))
                        .flatMap(types -> types));
    }
}
