const EVERY_MS = 10_000;

export function progressLine() {
  const started = Date.now();
  let last = 0;
  return (line: string) => {
    const text = `${String(Math.round((Date.now() - started) / 1_000)).padStart(4)} s  ${line}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(70)}`);
    else if (Date.now() - last >= EVERY_MS) {
      last = Date.now();
      console.log(text);
    }
  };
}
