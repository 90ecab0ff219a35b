// Examples send to a service: they are checked by the compiler alone.
export {};
