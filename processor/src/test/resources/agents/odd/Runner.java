package odd;

class Runner { public int x; }
