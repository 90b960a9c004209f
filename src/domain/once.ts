/** Makes something the first time that it is asked for, and never again. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Makes something of a declaration the first time that it is asked for, and never again. */
export function once<Declaration extends object, Made>(make: (declaration: Declaration) => Made) {
  const made = new WeakMap<Declaration, Made>();
  return (declaration: Declaration): Made => {
    const before = made.get(declaration);
    if (before !== undefined) return before;
    const now = make(declaration);
    made.set(declaration, now);
    return now;
  };
}
