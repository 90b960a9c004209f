export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export function oncePerDeclaration<Declaration extends object, Made>(make: (declaration: Declaration) => Made) {
  const made = new WeakMap<Declaration, Made>();
  return (declaration: Declaration): Made => {
    const before = made.get(declaration);
    if (before !== undefined) return before;
    const now = make(declaration);
    made.set(declaration, now);
    return now;
  };
}
