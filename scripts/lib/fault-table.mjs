const HEAD = [
  ...['fault', 'what was done', 'acknowledged', 'lost', 'doubled', 'refused with'],
  ...['works again after', 'slowest health', 'slowest live'],
];

const seconds = (value) => (value === undefined ? '–' : `${value.toFixed(1)} s`);
const milliseconds = (value) => (value === undefined ? '–' : `${Math.round(value)} ms`);
const count = (value) => value ?? '–';

/** How the table was made: one fault after another, whereas `npm run test:long` runs two at a time. */
export const madeBy = ({ day, minutes, node, postgres, cores }) =>
  `\`npm run test:faults -- --write\`, one after the other, ${day}, ${minutes} minutes: Node ${node}, ${postgres}, ${cores} cores.`;

export function faultTable(lines) {
  const rows = lines.map(({ fault, what, acknowledged, lost, doubled, refused, worksAfter, health, live }) => [
    ...[fault, what, count(acknowledged), count(lost), count(doubled), refused || '–'],
    ...[seconds(worksAfter), milliseconds(health), milliseconds(live)],
  ]);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
