let given = 0;

/** An unused address, because failed attempts lock the address they come from. */
export function newAddress(): string {
  given += 1;
  return `10.${128 + ((given >> 16) & 127)}.${(given >> 8) & 255}.${given & 255}`;
}
