type Work<T> = (lock: { name: string } | null) => Promise<T> | T;

/** `navigator.locks` for runtimes without it. */
export function locks() {
  const tails = new Map<string, Promise<unknown>>();
  const held = new Set<string>();

  async function request<T>(name: string, options: { ifAvailable?: boolean } | Work<T>, work?: Work<T>): Promise<T> {
    const [how, does] = typeof options === 'function' ? [{}, options] : [options, work];
    if (!does) throw new TypeError('nothing to do');
    if (how.ifAvailable && held.has(name)) return does(null);
    const before = tails.get(name) ?? Promise.resolve();
    const mine = before.then(async () => {
      held.add(name);
      try {
        return await does({ name });
      } finally {
        held.delete(name);
      }
    });
    tails.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  }
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  return { request, query };
}
