/** Letters that a name of a vaccine is compared without, and what replaces each. The server's SQL uses the same two texts. */
export const ACCENTED = 'ÁÉÍÓÚÜÑáéíóúüñ';
export const UNACCENTED = 'AEIOUUNaeiouun';

/** A vaccine's name as goals compare it: without accents and capitals. */
export function comparableName(name: string): string {
  const plain = Array.from(name, (letter) => {
    const at = ACCENTED.indexOf(letter);
    return at < 0 ? letter : (UNACCENTED[at] ?? letter);
  }).join('');
  return plain.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
