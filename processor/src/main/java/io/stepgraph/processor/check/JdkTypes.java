package io.stepgraph.processor.check;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * The JDK types that Jackson stores without help, besides collections, maps and enums. It would write other JDK types
 * field by field, which the runtime rejects, or could not create them when it reads.
 */
final class JdkTypes {

    /** The prefixes of the JDK's packages, the same as in the runtime. */
    private static final List<String> PREFIXES = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** Types whose values JSON itself distinguishes: text, number, list, map. */
    private static final Set<String> UNTYPED = Set.of("java.lang.Object", "java.io.Serializable");

    private static final Set<String> TIMES = in(
                    "java.time",
                    "Duration Instant LocalDate LocalDateTime LocalTime MonthDay OffsetDateTime OffsetTime Period Year"
                            + " YearMonth ZoneId ZoneOffset ZonedDateTime")
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> VALUES = Stream.of(
                    in("java.io", "File"),
                    in(
                            "java.lang",
                            "Boolean Byte Character CharSequence Double Float Integer Iterable Long Number Short String"
                                    + " StringBuffer StringBuilder Void"),
                    in("java.math", "BigDecimal BigInteger"),
                    in("java.net", "InetAddress InetSocketAddress URI URL"),
                    in("java.nio", "ByteBuffer"),
                    in("java.nio.charset", "Charset"),
                    in("java.nio.file", "Path"),
                    in("java.sql", "Date Time Timestamp"),
                    in(
                            "java.util",
                            "Currency Date Locale Map.Entry Optional OptionalDouble OptionalInt OptionalLong TimeZone"
                                    + " UUID"),
                    in("java.util.concurrent.atomic", "AtomicBoolean AtomicInteger AtomicLong AtomicReference"),
                    in("java.util.regex", "Pattern"),
                    in("javax.xml.datatype", "Duration"),
                    in("javax.xml.namespace", "QName"),
                    TIMES.stream())
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** The JDK's types that Jackson reads from a text by other means than a constructor or factory method for texts. */
    private static final Set<String> KEYS = Stream.of(
                    in("java.lang", "Character CharSequence"),
                    in("java.util", "Currency"),
                    TIMES.stream(),
                    UNTYPED.stream())
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** Jackson writes the instant only. */
    private static final Set<String> CALENDARS = Stream.of(
                    in("java.util", "Calendar GregorianCalendar"), in("javax.xml.datatype", "XMLGregorianCalendar"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** Types that values of many storable types have. */
    private static final Set<String> GENERAL = Stream.of(
                    in("java.lang", "Cloneable Comparable Enum Record"),
                    in("java.time.chrono", "ChronoLocalDate ChronoLocalDateTime ChronoPeriod ChronoZonedDateTime"),
                    in("java.time.temporal", "Temporal TemporalAccessor TemporalAmount"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** Types of objects that all runs can share: they work with data, and hold none. */
    private static final Set<String> SERVICES = Stream.of(
                    in("java.lang", "ClassLoader System.Logger"),
                    in("java.net.http", "HttpClient"),
                    in("java.time", "Clock"),
                    in("java.util", "Timer"),
                    in("java.util.concurrent", "Executor"),
                    in("java.util.concurrent.locks", "Lock ReadWriteLock"),
                    in("java.util.logging", "Logger"),
                    in("java.util.random", "RandomGenerator"),
                    in("javax.sql", "DataSource"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** The abstract collections and maps for which Jackson has a class. */
    private static final Set<String> ABSTRACT_COLLECTIONS = Stream.of(
                    in(
                            "java.util",
                            "AbstractList AbstractMap AbstractSet Collection Deque EnumSet List Map NavigableMap"
                                    + " NavigableSet Queue SequencedCollection SequencedMap SequencedSet Set SortedMap"
                                    + " SortedSet"),
                    in("java.util.concurrent", "ConcurrentMap ConcurrentNavigableMap"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    private JdkTypes() {}

    static boolean contain(TypeElement type) {
        String name = name(type);
        return PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** Whether JSON itself distinguishes values of this type. */
    static boolean isUntyped(TypeElement type) {
        return UNTYPED.contains(name(type));
    }

    static boolean isValue(TypeElement type) {
        return VALUES.contains(name(type));
    }

    static boolean losesZone(TypeElement type) {
        return CALENDARS.contains(name(type));
    }

    /** Whether a type says little of its values. */
    static boolean isGeneral(TypeElement type) {
        return GENERAL.contains(name(type));
    }

    static boolean isService(String name) {
        return SERVICES.contains(name);
    }

    /** Whether Jackson can build this collection or map. */
    static boolean isBuilt(TypeElement collection) {
        return !collection.getModifiers().contains(Modifier.ABSTRACT)
                || ABSTRACT_COLLECTIONS.contains(name(collection));
    }

    static boolean isKey(TypeElement type) {
        return KEYS.contains(name(type));
    }

    private static String name(TypeElement type) {
        return type.getQualifiedName().toString();
    }

    private static Stream<String> in(String packageName, String types) {
        return Arrays.stream(types.split(" ", -1)).map(type -> packageName + "." + type);
    }
}
