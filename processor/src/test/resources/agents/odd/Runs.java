package odd;

class Runs { public int x; }
