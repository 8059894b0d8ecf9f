package io.stepgraph.processor;

import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import io.stepgraph.processor.read.Annotations;
import java.util.function.Consumer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Tells when all processors have made a round, and which agents javac has analysed: this happens after all rounds, and
 * only then does javac know what the bodies of methods mean. Only javac loads this class.
 */
final class Analysis implements TaskListener {

    private final Runnable processed;
    private final Consumer<TypeElement> analysed;

    private Analysis(Runnable processed, Consumer<TypeElement> analysed) {
        this.processed = processed;
        this.analysed = analysed;
    }

    static void listen(ProcessingEnvironment environment, Runnable processed, Consumer<TypeElement> analysed) {
        JavacTask.instance(environment).addTaskListener(new Analysis(processed, analysed));
    }

    @Override
    public void finished(TaskEvent event) {
        TypeElement type = event.getTypeElement();
        if (event.getKind() == TaskEvent.Kind.ANNOTATION_PROCESSING_ROUND) {
            processed.run();
        } else if (event.getKind() == TaskEvent.Kind.ANALYZE && type != null) {
            agentsIn(type);
        }
    }

    private void agentsIn(TypeElement type) {
        if (Annotations.isAgent(type)) {
            analysed.accept(type);
        }
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(this::agentsIn);
    }
}
