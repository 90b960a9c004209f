/** Does what must not be done in two tabs at once. */
export const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(`libreta.${name}`, work) : work();
