package odd;

class Machine { public int x; }
