import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, runnerImport } from 'vite';
import { z } from 'zod';
import { root } from './run.mjs';
import { WRITTEN_AT } from './traced-zod.mjs';

/** Shapes with fewer names are too common to compare. */
const FEWEST = 3;
const TRACED = join(root, 'scripts/lib/traced-zod.mjs').replaceAll('\\', '/');

/** Every call, with schemas that store where they were written. */
async function everyCall() {
  const traced = (code) => code.replaceAll("from 'zod'", () => `from '${TRACED}'`);
  const { NODE_ENV } = process.env;
  const { module } = await runnerImport(join(root, 'tests/support/every-call.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      { name: 'traced-zod', enforce: 'pre', transform: (code, id) => (id.includes('/src/') ? traced(code) : null) },
    ],
  });
  // Vite sets NODE_ENV for the whole process.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  return module.everyCall();
}

/** The schemas inside a schema. */
function partsOf({ _zod: { def } }) {
  const { shape, element, innerType, options, items, rest, left, right, keyType, valueType, in: read, out } = def;
  const inside = [
    element,
    innerType,
    ...(options ?? []),
    ...(items ?? []),
    rest,
    left,
    right,
    keyType,
    valueType,
    read,
    out,
  ];
  return [...Object.values(shape ?? {}), ...inside].filter((part) => part?._zod);
}

/** All object schemas in a call's request and answer. */
function objectsOf(call) {
  const seen = new Set();
  const visit = (schema) => {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const part of partsOf(schema)) visit(part);
  };
  for (const schema of [call.body, call.answer, call.counted, call.rows]) if (schema) visit(schema);
  return [...seen].filter(({ _zod: { def } }) => def.type === 'object' && Object.keys(def.shape).length >= FEWEST);
}

const namesOf = (names) => [...names].sort().join(', ');
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
};
const structureOf = (schema) => JSON.stringify(sorted(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })));

/** `src/domain/calls/reports.ts:15`; undefined for a schema derived by `extend` or `pick`. */
function placeOf(schema) {
  const [, file, line] = /\(?([^\s(]+):(\d+):\d+\)?$/.exec(schema[WRITTEN_AT] ?? '') ?? [];
  return file && `${relative(root, file).replaceAll('\\', '/')}:${line}`;
}

/** Object schemas with the same structure in several places. */
function writtenTwice(objects) {
  const places = new Map();
  for (const schema of objects) {
    const place = placeOf(schema);
    if (!place) continue;
    const structure = structureOf(schema);
    places.set(structure, { schema, at: (places.get(structure)?.at ?? new Set()).add(place) });
  }
  return [...places.values()]
    .filter(({ at }) => at.size > 1)
    .map(
      ({ schema, at }) => `${[...at].sort().join(' and ')} declare the same: { ${namesOf(Object.keys(schema.shape))} }`,
    );
}

/** The types of a source with hand-written properties, and the line of each. */
function typesIn(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const types = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    const members =
      node.type === 'TSInterfaceBody' ? node.body : node.type === 'TSTypeLiteral' ? node.members : undefined;
    if (members?.length >= FEWEST && members.every(({ type }) => type === 'TSPropertySignature')) {
      const names = namesOf(members.map(({ key }) => key.name ?? key.value));
      types.push({ names, at: `${file}:${source.slice(0, node.start).split('\n').length}` });
    }
    for (const inside of Object.values(node))
      if (Array.isArray(inside)) inside.forEach(visit);
      else visit(inside);
  };
  visit(parseSync(file, source).program);
  return types;
}

/** Checks that no shape on the wire is written twice, as two schemas or as a schema and a type. @returns a result like that of a tool */
export async function wireShapes() {
  const calls = await everyCall();
  const objects = [...new Set(calls.flatMap(objectsOf))];
  const wires = new Map();
  for (const call of calls)
    for (const schema of objectsOf(call))
      wires.set(namesOf(Object.keys(schema.shape)), placeOf(schema) ?? `${call.method} ${call.path}`);
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const again = files
    .flatMap((name) => typesIn(`src/${name.replaceAll('\\', '/')}`))
    .filter(({ names }) => wires.has(names))
    .map(({ names, at }) => `${at} repeats ${wires.get(names)}, instead of its type: { ${names} }`);
  const problems = [...writtenTwice(objects), ...again];
  return {
    code: problems.length === 0 ? 0 : 1,
    summary: `${problems.length} written twice, of ${objects.length}`,
    output: problems.join('\n'),
  };
}
