package odd;

@Deprecated class Old { public int x; }
