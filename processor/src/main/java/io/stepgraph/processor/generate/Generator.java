package io.stepgraph.processor.generate;

import static javax.lang.model.element.Modifier.FINAL;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import io.stepgraph.draw.Dot;
import io.stepgraph.draw.Mermaid;
import io.stepgraph.draw.Picture;
import io.stepgraph.processor.model.AgentModel;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.annotation.processing.Filer;
import javax.lang.model.util.Elements;

/**
 * Writes the files of an agent: the enum of its steps, one class that holds all other code, because each further file
 * costs a build more than its contents, and the graph as data and as pictures.
 */
public final class Generator {

    /** The parts of that class, in order. */
    private static final List<Part> PARTS = List.of(
            new AgentHolder(),
            new NextClasses(),
            new OutcomeTypes(),
            new CallRecords(),
            new RunsClient(),
            new ChildrenClient(),
            new MachineClient(),
            new Definition());

    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7F]+");

    private final Filer filer;
    private final JavaLang lang;

    public Generator(Filer filer, Elements elements) {
        this.filer = filer;
        this.lang = new JavaLang(elements);
    }

    /**
     * A source file without a class, of its own name for each round: the compiler makes another round because of it.
     */
    public void generateNothing(AgentModel model, int round) throws IOException {
        String name = model.names().qualified(model.names().graph() + "_" + round);
        try (Writer file = filer.createSourceFile(name, model.type()).openWriter()) {
            file.write("// Stepgraph waits here for a type that another annotation processor may write.\n");
        }
    }

    /** The enum, which needs no type of the user. */
    public void generateSteps(AgentModel model) throws IOException {
        write(model, StepsEnum.of(model), true);
    }

    /**
     * Generates the graph of an agent. Of an agent that is not sound only the class, so that uses of the generated
     * types do not cause further errors.
     */
    public void generateGraph(AgentModel model, boolean sound) throws IOException {
        AgentTypes types = AgentTypes.of(model, sound);
        write(model, graph(types), !lang.isHiddenFrom(types));
        if (types.complete()) {
            Map<String, Object> data = GraphData.of(model, types.fingerprint());
            Picture picture = Picture.of(data);
            Resources.write(filer, model, "json", Json.pretty(data));
            Resources.write(filer, model, "dot", Dot.of(picture));
            Resources.write(filer, model, "mmd", Mermaid.of(picture));
        }
    }

    /**
     * Suppresses the warnings that the user's types can cause; {@code all} serves compilers with other names for them.
     */
    private static TypeSpec graph(AgentTypes types) {
        TypeSpec.Builder graph = TypeSpec.classBuilder(types.graph())
                .addJavadoc("Runs {@code $L}. Start with {@link #of}.", types.agentName())
                .addAnnotation(AnnotationSpec.builder(RuntimeNames.SUPPRESS_WARNINGS)
                        .addMember("value", """
                                {"all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked"}\
                                """)
                        .build())
                .addAnnotation(RuntimeNames.GENERATED)
                .addModifiers(types.visible(FINAL))
                .superclass(ParameterizedTypeName.get(
                        RuntimeNames.AGENT_GRAPH,
                        types.agent(),
                        types.state(),
                        types.customEventOrVoid(),
                        types.steps(),
                        types.first(types.runs()),
                        types.firstMachine()));
        PARTS.forEach(part -> part.addTo(graph, types));
        return graph.build();
    }

    /** Writes the file in one call, because the writers of some compilers are slow with JavaPoet's many short texts. */
    private void write(AgentModel model, TypeSpec type, boolean skipJavaLang) throws IOException {
        String source = JavaFile.builder(model.names().packageName(), type)
                .indent("    ")
                .skipJavaLangImports(skipJavaLang)
                .build()
                .toString();
        try (Writer file = filer.createSourceFile(model.names().qualified(type.name()), model.type())
                .openWriter()) {
            file.write(escaped(source));
        }
    }

    /**
     * The encoding of generated files is the compiler's affair, and may lack letters of names that the user's own
     * sources escape.
     */
    private static String escaped(String source) {
        return NOT_ASCII
                .matcher(source)
                .replaceAll(letters ->
                        letters.group().chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining()));
    }
}
