package io.stepgraph.processor.read;

import io.stepgraph.processor.model.Name;
import io.stepgraph.processor.model.Numeral;
import io.stepgraph.processor.model.Place;
import io.stepgraph.processor.model.Place.Part;
import io.stepgraph.processor.model.TypeUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * An annotation as it was written, without defaults. A value that the compiler itself rejects is skipped; in a list of
 * names, {@link Name#UNREADABLE} replaces it.
 */
final class AnnotationValues {

    private final String name;
    private final Place place;
    private final Map<String, Value> values;

    private record Value(Object value, Place place, List<Item> items) {}

    private record Item(Object value, Place place) {}

    private AnnotationValues(String name, Place place, Map<String, Value> values) {
        this.name = name;
        this.place = place;
        this.values = values;
    }

    static AnnotationValues of(String name, Element element, AnnotationMirror mirror, Places places) {
        Place place = places.of(element, mirror);
        Map<String, Value> values = new LinkedHashMap<>();
        mirror.getElementValues()
                .forEach((member, value) ->
                        values.put(member.getSimpleName().toString(), value(element, mirror, value, places)));
        return new AnnotationValues(name, place, values);
    }

    private static Value value(Element element, AnnotationMirror mirror, AnnotationValue written, Places places) {
        Place whole = places.of(element, mirror, written, Part.WHOLE);
        Object value = written.getValue();
        List<Item> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            // javac finds the inner value of an array only if it is written in braces
            boolean only = list.size() == 1;
            for (Object item : list) {
                AnnotationValue inner = (AnnotationValue) item;
                Place place = only
                        ? places.of(element, mirror, written, Part.ONLY_ELEMENT)
                        : places.of(element, mirror, inner, Part.WHOLE);
                items.add(new Item(inner.getValue(), place));
            }
        } else {
            items.add(new Item(value, whole));
        }
        return new Value(value, whole, items);
    }

    String name() {
        return name;
    }

    Place place() {
        return place;
    }

    @Nullable Place placeOf(String member) {
        Value value = values.get(member);
        return value == null ? null : value.place();
    }

    /** Null if it is not written. */
    @Nullable Name text(String member) {
        Value value = values.get(member);
        return value == null ? null : name(value.value(), value.place());
    }

    /** Null if it is not written or is the empty string, which means "not set" in all our annotations. */
    @Nullable Name textUnlessEmpty(String member) {
        Name text = text(member);
        return text == null || text.text().isEmpty() ? null : text;
    }

    List<Name> texts(String member) {
        return items(member).stream()
                .map(item -> name(item.value(), item.place()))
                .toList();
    }

    List<TypeUse> types(String member) {
        List<TypeUse> types = new ArrayList<>();
        for (Item item : items(member)) {
            if (item.value() instanceof TypeMirror type) {
                types.add(new TypeUse(type, item.place()));
            }
        }
        return types;
    }

    /** Whether any value could not be read, because it names something that does not exist (yet). */
    boolean isUnreadable() {
        return values.values().stream()
                .flatMap(value -> value.items().stream())
                .anyMatch(item -> Name.UNREADABLE.equals(item.value()));
    }

    /** Whether an item of this array could not be read; the compiler then reports an error itself. */
    boolean isBrokenTypeList(String member) {
        return items(member).stream().anyMatch(item -> !(item.value() instanceof TypeMirror));
    }

    @Nullable Numeral number(String member) {
        Value value = values.get(member);
        return value != null && value.value() instanceof Number number
                ? new Numeral(number.doubleValue(), value.place())
                : null;
    }

    /** Whether it is written as true. */
    boolean isTrue(String member) {
        Value value = values.get(member);
        return value != null && Boolean.TRUE.equals(value.value());
    }

    /** The name of an enum constant. */
    @Nullable Name constant(String member) {
        Value value = values.get(member);
        return value != null && value.value() instanceof VariableElement constant
                ? new Name(constant.getSimpleName().toString(), value.place())
                : null;
    }

    private List<Item> items(String member) {
        Value value = values.get(member);
        return value == null ? List.of() : value.items();
    }

    private static Name name(Object value, Place place) {
        return new Name(value instanceof String text ? text : Name.UNREADABLE, place);
    }
}
