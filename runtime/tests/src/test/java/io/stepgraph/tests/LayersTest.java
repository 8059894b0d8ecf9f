package io.stepgraph.tests;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.stepgraph.runtime.graph.Json;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The modules, their packages, and the direction in which they use each other: as ARCHITECTURE.md draws them. */
class LayersTest {

    /** The packages of the runtime modules from the top to the bottom. A package uses packages below it only. */
    static final List<String> DOWNWARDS = List.of(
            "io.stepgraph.cli",
            "io.stepgraph.cli.run",
            "io.stepgraph.cli.draw",
            "io.stepgraph.cli.io",
            "io.stepgraph.temporal",
            "io.stepgraph.temporal.workflow",
            "io.stepgraph.micrometer",
            "io.stepgraph.opentelemetry",
            "io.stepgraph.testkit",
            "io.stepgraph.postgres",
            "io.stepgraph.sqlite",
            "io.stepgraph.jdbc",
            "io.stepgraph.engine",
            "io.stepgraph.engine.worker",
            "io.stepgraph.engine.run",
            "io.stepgraph.engine.history",
            "io.stepgraph.engine.stream",
            "io.stepgraph.engine.answer",
            "io.stepgraph.engine.execution",
            "io.stepgraph.engine.effect",
            "io.stepgraph.engine.lease",
            "io.stepgraph.engine.lease.process",
            "io.stepgraph.engine.events",
            "io.stepgraph.engine.observe",
            "io.stepgraph.engine.store",
            "io.stepgraph.runtime.client",
            "io.stepgraph.runtime.machine",
            "io.stepgraph.runtime.visit",
            "io.stepgraph.runtime.codec.visit",
            "io.stepgraph.runtime.codec.event",
            "io.stepgraph.runtime.codec.start",
            "io.stepgraph.runtime.codec",
            "io.stepgraph.runtime.codec.answer",
            "io.stepgraph.runtime.codec.check",
            "io.stepgraph.runtime.codec.json",
            "io.stepgraph.runtime.codec.type",
            "io.stepgraph.runtime.step.attempt",
            "io.stepgraph.runtime.step.effect",
            "io.stepgraph.runtime.step",
            "io.stepgraph.runtime.step.plan",
            "io.stepgraph.runtime.log",
            "io.stepgraph.runtime.hook",
            "io.stepgraph.runtime.event",
            "io.stepgraph.runtime.graph",
            "io.stepgraph.runtime");

    /** Packages of records and types without behaviour: a reader scans them, and does not follow them. */
    private static final Set<String> VOCABULARIES = Set.of("io.stepgraph.runtime", "io.stepgraph.engine.store");

    private static final int MOST_FILES = 12;

    private static final JavaClasses LIBRARY = new ClassFileImporter().importPaths(classesOfEveryModule());

    @Test
    void packagesUseOnlyPackagesBelowThem() {
        classes()
                .that(resideInAnyPackage(DOWNWARDS.toArray(String[]::new)))
                .should(new ArchCondition<>("use only packages below their own") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        int own = DOWNWARDS.indexOf(type.getPackageName());
                        type.getDirectDependenciesFromSelf().forEach(use -> {
                            int used = DOWNWARDS.indexOf(use.getTargetClass().getPackageName());
                            events.add(new SimpleConditionEvent(type, used < 0 || used >= own, use.getDescription()));
                        });
                    }
                })
                .check(LIBRARY);
    }

    @Test
    void everyPackageHasItsPlace() {
        assertThat(LIBRARY.stream().map(JavaClass::getPackageName).distinct())
                .filteredOn(name -> !name.equals("io.stepgraph") && !name.startsWith("io.stepgraph.processor"))
                .containsExactlyInAnyOrderElementsOf(DOWNWARDS);
    }

    @Test
    void noPackagesFormACycle() {
        slices().matching("io.stepgraph.(**)").should().beFreeOfCycles().check(LIBRARY);
    }

    @Test
    void aPackageWithBehaviourHasAtMostTwelveFiles() {
        Map<String, Set<URI>> files = new TreeMap<>(LIBRARY.stream()
                .filter(type -> type.getPackageName().startsWith("io.stepgraph.runtime")
                        || type.getPackageName().startsWith("io.stepgraph.engine"))
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(
                        JavaClass::getPackageName,
                        mapping(type -> type.getSource().orElseThrow().getUri(), toSet()))));
        files.keySet().removeAll(VOCABULARIES);
        assertThat(files)
                .allSatisfy((name, sources) -> assertThat(sources).as(name).hasSizeLessThanOrEqualTo(MOST_FILES));
    }

    @Test
    void annotationsUseNothing() {
        classes()
                .that()
                .resideInAPackage("io.stepgraph")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.stepgraph", "java.lang..")
                .check(LIBRARY);
    }

    @Test
    void runtimeUsesAnnotationsJsonAndLogging() {
        classes()
                .that()
                .resideInAPackage("io.stepgraph.runtime..")
                .should()
                .onlyDependOnClassesThat(resideInAPackage("io.stepgraph")
                        .or(resideInAPackage("io.stepgraph.runtime.."))
                        .or(resideInAPackage("java.."))
                        .or(resideInAPackage("tools.jackson.."))
                        .or(resideInAPackage("com.fasterxml.jackson.annotation.."))
                        .or(resideInAPackage("org.slf4j.."))
                        .or(resideInAPackage("org.jspecify..")))
                .check(LIBRARY);
    }

    @Test
    void theStepLoopKnowsNeitherStoreNorJson() {
        noClasses()
                .that()
                .resideInAnyPackage("io.stepgraph.runtime.step..")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("io.stepgraph.engine..", "io.stepgraph.runtime.codec..", "tools.jackson..")
                                .or(equivalentTo(Json.class)))
                .check(LIBRARY);
    }

    @Test
    void runtimeAndEngineKnowNeitherDatabaseNorNetwork() {
        noClasses()
                .that()
                .resideInAnyPackage("io.stepgraph.runtime..", "io.stepgraph.engine..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "java.net.http..", "java.nio.channels..")
                .check(LIBRARY);
    }

    @Test
    void onlyAttemptsOfTheRuntimeStartThreads() {
        noClasses()
                .that()
                .resideInAPackage("io.stepgraph.runtime..")
                .and()
                .resideOutsideOfPackage("io.stepgraph.runtime.step.attempt")
                .should()
                .callMethod(Thread.class, "start")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ExecutorService.class)
                .check(LIBRARY);
    }

    @Test
    void storesKnowTheContractOnly() {
        noClasses()
                .that()
                .resideInAnyPackage("io.stepgraph.jdbc", "io.stepgraph.sqlite", "io.stepgraph.postgres")
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.stepgraph.engine..", "io.stepgraph.runtime..")
                        .and(resideOutsideOfPackage("io.stepgraph.engine.store"))
                        .and(resideOutsideOfPackage("io.stepgraph.runtime"))
                        .and(resideOutsideOfPackage("io.stepgraph.runtime.graph")))
                .check(LIBRARY);
    }

    @Test
    void oneStoreKnowsNothingOfTheOther() {
        noClasses()
                .that()
                .resideInAPackage("io.stepgraph.postgres")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.stepgraph.sqlite")
                .check(LIBRARY);
    }

    @Test
    void nobodyUsesTheProcessor() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.stepgraph.processor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.stepgraph.processor..")
                .check(LIBRARY);
    }

    @Test
    void processorUsesNothingOfOurs() {
        noClasses()
                .that()
                .resideInAPackage("io.stepgraph.processor..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.stepgraph..").and(resideOutsideOfPackage("io.stepgraph.processor..")))
                .check(LIBRARY);
    }

    /** NullAway reads marked packages only. */
    @Test
    void everyPackageWithCodeIsNullMarked() {
        classes()
                .that()
                .resideOutsideOfPackage("io.stepgraph")
                .should(resideInANullMarkedPackage())
                .check(LIBRARY);
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package annotated with @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(type, marked, type.getName() + " in a package marked: " + marked));
            }
        };
    }

    private static List<Path> classesOfEveryModule() {
        Path root = Path.of(System.getProperty("basedir", "")).resolve("../..").normalize();
        List<Path> all = Stream.of(
                        "annotations",
                        "processor",
                        "runtime/core",
                        "runtime/engine",
                        "runtime/testkit",
                        "runtime/jdbc",
                        "runtime/sqlite",
                        "runtime/postgres",
                        "runtime/micrometer",
                        "runtime/temporal",
                        "runtime/opentelemetry",
                        "runtime/cli")
                .map(module -> root.resolve(module).resolve("target/classes"))
                .toList();
        for (Path classes : all) {
            if (!Files.isDirectory(classes)) {
                throw new IllegalStateException("No classes in " + classes + ": build all modules, from the top");
            }
        }
        return all;
    }
}
