import { givesUpAfter } from './passing-time.ts';

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** @throws Error for a line that is not in the text format */
function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] =
        /^([a-z0-9_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\.)*",?)*)\})? (\S+)$/.exec(line) ?? [];
      if (!/^(-?\d[\d.]*(e[+-]?\d+)?|[+-]Inf|Nan)$/.test(value)) throw new Error(`No sample: ${line}`);
      const pairs = [...labels.matchAll(/([a-z]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', labelValue = '']) => [
        key,
        labelValue,
      ]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

export async function askMetrics(url: string) {
  const began = performance.now();
  const answer = await fetch(`${url}/metrics`, { signal: givesUpAfter(60_000, 'metrics that nobody sends') });
  const text = await answer.text();
  const samples = samplesOf(text);
  return {
    ...{ text, samples, status: answer.status, type: answer.headers.get('content-type') },
    ms: performance.now() - began,
    /** The value of the sample with this name and these labels, if there is one. */
    value: (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([key, labelValue]) => sample.labels[key] === labelValue),
      )?.value,
  };
}
