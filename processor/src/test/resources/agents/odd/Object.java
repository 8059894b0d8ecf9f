package odd;

import static odd.ObjectGraph.*;

import io.stepgraph.Interrupt;
import io.stepgraph.StepGraph;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StepContext;
import java.util.List;
import java.util.Map;

@StepGraph(start = "string")
@SuppressWarnings("stepgraph:UnboundedLoop")
final class Object {
  sealed interface Answer permits Yes, No {}
  record Yes() implements Answer {}
  enum No implements Answer { A { } , B }
  @io.stepgraph.Step(next = {"object","step","state"}) StringNext string(Box<List<java.lang.String>> s) { return StringNext.state(new Outcome()); }
  @io.stepgraph.Step(next = "input") Runner object(Box<List<java.lang.String>> s) { return new Runner(); }
  @io.stepgraph.Step(next = "agent") @SuppressWarnings("deprecation") Old input(Box<List<java.lang.String>> s, Runner r) { return new Old(); }
  @io.stepgraph.Step(next = "ctx") @SuppressWarnings({"deprecation","removal"}) Older agent(Box<List<java.lang.String>> s, Old o) { return new Older(); }
  @io.stepgraph.Step(next = "result") @SuppressWarnings({"deprecation","removal"}) List<Map<java.lang.String, int[]>> ctx(Box<List<java.lang.String>> s, Older o, StepContext<List<String>> c) { return List.of(); }
  @Interrupt(answer = Answer.class, next = {"yes", "no"}) String result(Box<List<java.lang.String>> s, List<? extends Map<java.lang.String, int[]>> in) { return new String(); }
  @Interrupt(answer = {Yes.class, No.class}, next = {"yes", "no","late"}, expires="3h") int r(Box<List<java.lang.String>> s) { return 1; }
  @io.stepgraph.Step(next = "r") Box<List<java.lang.String>> yes(Box<List<java.lang.String>> s, Yes y) { return s; }
  @io.stepgraph.Step(next = StepGraph.END) Machine no(Box<List<java.lang.String>> s, No y, StepContext<?> c) { return new Machine(); }
  @io.stepgraph.Step(next = StepGraph.END) Machine late(Box<List<java.lang.String>> s, Expired e) { return new Machine(); }
  @io.stepgraph.Step(next = {"größe", StepGraph.END}) StateNext state(Box<List<java.lang.String>> s, Outcome o) { return StateNext.end(new Machine()); }
  @io.stepgraph.Step(next = {"größe"}) void step(Box<List<java.lang.String>> s) { }
  @io.stepgraph.Step(next = {"string", StepGraph.END}) GrößeNext größe(Box<List<java.lang.String>> s) throws java.io.IOException { return GrößeNext.string().with(s); }
}
