package io.stepgraph.processor.model;

import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.QualifiedNameable;

/** Finds what a class stands in. */
public final class Enclosing {

    private Enclosing() {}

    /** Returns its package. */
    public static QualifiedNameable home(Element type) {
        Element around = type.getEnclosingElement();
        return around == null || type.getKind() == ElementKind.PACKAGE ? (QualifiedNameable) type : home(around);
    }

    /** Returns the class around it that no other class is around, or itself. */
    public static QualifiedNameable outermost(Element type) {
        Element around = type.getEnclosingElement();
        return around == null || around.getKind() == ElementKind.PACKAGE ? (QualifiedNameable) type : outermost(around);
    }
}
