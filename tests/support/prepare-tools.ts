import { writeFileSync } from 'node:fs';
import { prepareTools, TOOLS, type ToolKey } from './tools.ts';

/** The first step of the tests: `prepare-tools.ts REPORT TOOL…` writes the paths of the tools as JSON to REPORT. */
const [report = '', ...keys] = process.argv.slice(2) as [string, ...ToolKey[]];
try {
  prepareTools(keys.map((key) => TOOLS[key]));
  writeFileSync(report, JSON.stringify(Object.fromEntries(keys.map((key) => [key, TOOLS[key].find()]))));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
