package odd;

@Deprecated(forRemoval=true) class Older { public int x; }
