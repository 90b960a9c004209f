let given = 0;

/** An address that nobody came from before: whoever fails often closes theirs. */
export function newAddress(): string {
  given += 1;
  return `10.${128 + ((given >> 16) & 127)}.${(given >> 8) & 255}.${given & 255}`;
}
