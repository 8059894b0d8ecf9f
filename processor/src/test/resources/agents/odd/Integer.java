package odd;

class Integer { public int x; }
