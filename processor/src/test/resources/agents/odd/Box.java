package odd;

class Box<T> { public T value; }
