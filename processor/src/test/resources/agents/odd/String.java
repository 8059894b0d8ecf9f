package odd;

class String { public int x; }
