package io.stepgraph.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;
import org.springframework.util.StringUtils;

/** Sets up a {@link StepgraphTest}: the store is in memory, and only the test executes runs. */
final class StepgraphTestBootstrapper extends TestSliceTestContextBootstrapper<StepgraphTest> {

    @Override
    protected String @Nullable [] getProperties(Class<?> testClass) {
        String[] alone = {"stepgraph.store.type=memory", "stepgraph.worker.enabled=false"};
        return StringUtils.concatenateStringArrays(alone, super.getProperties(testClass));
    }
}
