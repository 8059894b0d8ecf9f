package odd;

class Void {}
