/** A short text in localStorage. Where the browser blocks it or has no room, there is no mark. */
export function storedMark(key: string) {
  return {
    get(): string | null {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set(text: string): void {
      try {
        localStorage.setItem(key, text);
      } catch {
        // no mark
      }
    },
    remove(): void {
      try {
        localStorage.removeItem(key);
      } catch {
        // nothing was stored
      }
    },
  };
}

/** The keys of localStorage that begin so; none where the browser blocks it. */
export function storedKeys(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
