package io.stepgraph.tests;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.stepgraph.internal.lease.GuardedStore;
import io.stepgraph.internal.log.EventOutbox;
import io.stepgraph.internal.log.Observers;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The modules and their packages use each other as ARCHITECTURE.md says. */
class LayersTest {
    static final JavaClasses LIBRARY = new ClassFileImporter().importPaths(classesOfEveryModule());

    @Test
    void noPackagesFormACycle() {
        slices().matching("io.stepgraph.(**)").should().beFreeOfCycles().check(LIBRARY);
    }

    @Test
    void theStepLoopKnowsNeitherStoreNorJson() {
        noClasses()
                .that()
                .resideInAPackage("io.stepgraph.internal.step")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "io.stepgraph.store..",
                                "io.stepgraph.internal.codec",
                                "io.stepgraph.internal.json",
                                "tools.jackson..")
                        .or(equivalentTo(Json.class)))
                .check(LIBRARY);
    }

    /** A user who reads a signature finds only types whose packages VERSIONS.md lists. */
    @Test
    void noPublicSignatureHasAnInternalType() {
        members()
                .that()
                .areDeclaredInClassesThat(resideInAPackage("io.stepgraph..")
                        .and(resideOutsideOfPackages(
                                "io.stepgraph.internal..",
                                "io.stepgraph.processor..",
                                "io.stepgraph.jdbc",
                                "io.stepgraph.temporal.workflow"))
                        .and(modifier(JavaModifier.PUBLIC)))
                .and(modifier(JavaModifier.PUBLIC).or(modifier(JavaModifier.PROTECTED)))
                .should(new ArchCondition<>("have no internal type in their signatures") {
                    @Override
                    public void check(JavaMember member, ConditionEvents events) {
                        member.getAllInvolvedRawTypes().stream()
                                .filter(type -> type.getPackageName().startsWith("io.stepgraph.internal"))
                                .forEach(type -> events.add(SimpleConditionEvent.violated(
                                        member, member.getFullName() + " names " + type.getName())));
                    }
                })
                .check(LIBRARY);
    }

    @Test
    void storesKnowTheContractOnly() {
        noClasses()
                .that()
                .resideInAnyPackage("io.stepgraph.jdbc", "io.stepgraph.sqlite", "io.stepgraph.postgres")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "io.stepgraph.engine", "io.stepgraph.internal..", "io.stepgraph.runtime.client"))
                .check(LIBRARY);
    }

    /** Nothing is told that is not stored, and T1 has to hold in one place. */
    @Test
    void onlyTheDoorAndTheOutboxTellObservers() {
        noClasses()
                .that(not(belongToAnyOf(GuardedStore.class, EventOutbox.class)))
                .should()
                .callMethod(Observers.class, "publish", RunEvent.class, String.class)
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
                        "runtime/draw",
                        "processor",
                        "runtime/core",
                        "runtime/testkit",
                        "runtime/store-testkit",
                        "runtime/jdbc",
                        "runtime/sqlite",
                        "runtime/postgres",
                        "runtime/micrometer",
                        "runtime/temporal",
                        "runtime/opentelemetry",
                        "runtime/langchain4j",
                        "runtime/spring",
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
