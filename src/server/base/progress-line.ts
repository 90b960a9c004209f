const EVERY_MS = 10_000;

/** A line that is written over where somebody looks on, now and then where nobody does. */
export function progressLine() {
  const started = Date.now();
  let last = 0;
  return (line: string) => {
    const told = `${String(Math.round((Date.now() - started) / 1_000)).padStart(4)} s  ${line}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${told.padEnd(70)}`);
    else if (Date.now() - last >= EVERY_MS) {
      last = Date.now();
      console.log(told);
    }
  };
}
