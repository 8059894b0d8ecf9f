package odd;

class Override {}
