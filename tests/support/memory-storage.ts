/** A `localStorage` for Node, and its texts. */
export function memoryStorage() {
  const texts = new Map<string, string>();
  const storage = {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, String(value)),
    removeItem: (key: string) => void texts.delete(key),
    clear: () => texts.clear(),
  };
  return { texts, storage };
}

const described = { enumerable: true, configurable: true };

/** One whose keys are its own properties, as in a browser. */
export function listedStorage(): Storage {
  const { texts, storage } = memoryStorage();
  return new Proxy(storage, { ownKeys: () => [...texts.keys()], getOwnPropertyDescriptor: () => described });
}
