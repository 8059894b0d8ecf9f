package odd;

class Outcome { public int x; }
