package io.stepgraph;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toList;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Which module may use which. Stands in the last library module, when the classes of all others are there to read. */
class LayersTest {

    private static final JavaClasses LIBRARY = new ClassFileImporter().importPaths(classesOfEveryModule());

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
    void runtimeKnowsNeitherDatabaseNorNetwork() {
        noClasses()
                .that()
                .resideInAPackage("io.stepgraph.runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "java.net.http..", "java.nio.channels..")
                .check(LIBRARY);
    }

    @Test
    void storesUseTheRuntime() {
        classes()
                .that()
                .resideInAPackage("io.stepgraph.jdbc..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages("io.stepgraph.processor..", "io.stepgraph.testkit..")
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
                .dependOnClassesThat(resideInAPackage("io.stepgraph..")
                        .and(JavaClass.Predicates.resideOutsideOfPackage("io.stepgraph.processor..")))
                .check(LIBRARY);
    }

    /** NullAway looks at marked packages only: one that is not marked would pass unread. */
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
        List<Path> all = Stream.of("annotations", "processor", "runtime/core", "runtime/jdbc")
                .map(module -> root.resolve(module).resolve("target/classes"))
                .collect(toList());
        for (Path classes : all) {
            if (!Files.isDirectory(classes)) {
                throw new IllegalStateException("No classes in " + classes + ": build all modules, from the top");
            }
        }
        return all;
    }
}
