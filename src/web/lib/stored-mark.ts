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
