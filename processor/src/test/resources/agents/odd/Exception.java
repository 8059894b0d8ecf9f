package odd;

class Exception {}
