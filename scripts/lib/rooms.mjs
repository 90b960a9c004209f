import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './run.mjs';

const SERVER = ['fastify', '@fastify', 'drizzle-orm', 'pg', '@electric-sql', 'node:'];
const COMPONENTS = ['@mantine', 'mantine-datatable', '@tabler'];
const BROWSER = [...COMPONENTS, 'react', 'react-dom', '@tanstack'];
const DATABASE = ['drizzle-orm', 'pg', '@electric-sql'];

/** Packages that no room of a wing imports. */
const WINGS = { domain: [...SERVER, ...BROWSER], web: SERVER, server: BROWSER };

const BOOKLET = 'domain domain/fields domain/haemoglobin domain/follow-up domain/records';
const SCREEN = 'domain/* web/lib web/lib/booklets web/device/* web/ui web/records web/theme web/assets';
const DEVICE = 'domain/* web/lib web/device/crypto web/device/shown web/device/pages web/device/store';
const REPORT = 'domain/* web/lib web/lib/booklets web/ui web/records web/theme';
const MODULE =
  'domain/* server/base server/calls server/db server/lists server/figures server/journal server/accounts server/jobs';

/**
 * The rooms of the application, each with the rooms that it may import; `a/*` means `a` and all rooms in it. A file belongs to the innermost
 * room around it; a room with rooms in it has no other folders.
 * Domain: `domain` itself, help → fields → growth, vaccines → follow-up → records → journal → calls → lists → sync → device.
 * Screens: app → features → records → ui → device → lib → theme.
 * Server: base → db → jobs, lists → figures, journal → accounts, calls → plugins, modules → start → commands.
 */
const ROOMS = {
  domain: '',
  'domain/passwords': 'domain',
  'domain/help': '',
  'domain/fields': 'domain domain/help',
  'domain/haemoglobin': 'domain domain/fields',
  'domain/vaccines': 'domain',
  'domain/growth/who': 'domain',
  'domain/growth': 'domain domain/fields domain/growth/who',
  'domain/follow-up': 'domain domain/vaccines domain/growth domain/growth/who',
  'domain/reports': 'domain domain/growth domain/follow-up',
  'domain/quality': 'domain domain/fields domain/growth domain/growth/who domain/reports',
  'domain/goals': 'domain domain/fields domain/follow-up domain/vaccines',
  'domain/dhis2': 'domain domain/haemoglobin domain/follow-up domain/growth domain/growth/who domain/vaccines',
  'domain/records': 'domain domain/help domain/fields domain/haemoglobin domain/vaccines domain/follow-up',
  'domain/visit': `${BOOKLET} domain/growth domain/growth/who domain/vaccines`,
  'domain/journal': `${BOOKLET} domain/goals`,
  'domain/calls': `${BOOKLET} domain/growth domain/reports domain/quality domain/journal domain/goals domain/dhis2 domain/exchange`,
  'domain/exports': `${BOOKLET} domain/quality domain/journal domain/calls`,
  'domain/lists': `${BOOKLET} domain/growth/who domain/reports domain/calls`,
  'domain/likeness': `${BOOKLET} domain/lists`,
  'domain/importing': `${BOOKLET} domain/calls domain/likeness`,
  'domain/exchange': `${BOOKLET} domain/growth domain/growth/who domain/vaccines domain/journal`,
  'domain/sync': `${BOOKLET} domain/growth/who domain/journal domain/calls domain/lists`,
  'domain/device': 'domain domain/calls domain/sync',
  'web/assets': '',
  'web/theme': '',
  'web/lib': 'domain domain/fields domain/calls domain/device',
  'web/lib/booklets': 'domain/* web/lib web/lib/source',
  'web/lib/source': 'domain/* web/lib',
  'web/device/crypto': 'domain web/lib',
  'web/device/shown': 'domain domain/calls domain/sync domain/device web/lib web/device/crypto',
  'web/device/pages': 'domain domain/device web/lib web/device/shown',
  'web/device/store': 'domain domain/calls domain/sync web/lib web/device/crypto web/device/pages',
  'web/device/drafts': 'domain web/lib web/device/crypto web/device/pages web/device/store web/device/shown',
  'web/device/keeper': 'domain/* web/lib web/device/store web/device/pages',
  'web/device/vault': `${DEVICE} web/device/drafts`,
  'web/device/work': `${DEVICE} web/lib/source web/device/keeper web/device/vault`,
  'web/device': 'domain domain/calls web/lib web/lib/source web/device/shown web/device/vault web/device/work',
  'web/ui':
    'domain domain/help domain/fields domain/growth domain/passwords domain/calls web/lib web/lib/booklets web/device/shown web/theme web/assets',
  'web/records': 'domain/* web/lib web/lib/booklets web/device/shown web/ui web/theme',
  'web/features/audit': SCREEN,
  'web/features/auth': SCREEN,
  'web/features/catalogs': SCREEN,
  'web/features/dhis2': SCREEN,
  'web/features/equipo': SCREEN,
  'web/features/follow-up': SCREEN,
  'web/features/handovers': SCREEN,
  'web/features/help': SCREEN,
  'web/features/importar': SCREEN,
  'web/features/home': SCREEN,
  'web/features/mujeres': SCREEN,
  'web/features/ninos': SCREEN,
  'web/features/systems': SCREEN,
  'web/features/users': SCREEN,
  'web/features/reports': `${REPORT} web/features/reports/cards web/features/reports/frame web/features/reports/state`,
  'web/features/reports/cards': `${REPORT} web/features/reports/frame web/features/reports/state`,
  'web/features/reports/frame': `${REPORT} web/features/reports/state`,
  'web/features/reports/state': REPORT,
  'web/app': `${SCREEN} web/lib/source web/features/*`,
  'web/sw': 'domain web/lib web/device/pages',
  // Tests over all rooms.
  web: 'web/features/* web/lib web/ui',
  'server/base': 'domain domain/exchange domain/haemoglobin',
  'server/db': 'domain/* server/base',
  'server/lists': 'domain domain/calls domain/lists server/db',
  'server/figures': 'domain domain/calls domain/lists domain/reports server/base server/db server/lists',
  'server/journal': 'domain domain/journal server/base server/db',
  'server/jobs': 'server/base server/db',
  'server/accounts':
    'domain domain/calls domain/passwords server/base server/db server/lists server/figures server/journal',
  'server/calls':
    'domain domain/calls domain/exchange domain/records server/base server/db server/lists server/figures server/journal',
  'server/plugins': `${MODULE} server/modules/form-times`,
  'server/modules/altitudes': MODULE,
  'server/modules/auth': `${MODULE} server/modules/users`,
  'server/modules/catalogs': MODULE,
  'server/modules/codes': MODULE,
  'server/modules/devices': `${MODULE} server/modules/auth`,
  'server/modules/dhis2': MODULE,
  'server/modules/exports': MODULE,
  'server/modules/fhir': `${MODULE} server/modules/records server/modules/sync`,
  'server/modules/fhir-export': `${MODULE} server/modules/fhir`,
  'server/modules/follow-up': `${MODULE} server/modules/records server/modules/exports`,
  'server/modules/form-times': MODULE,
  'server/modules/goals': `${MODULE} server/modules/records`,
  'server/modules/growth': MODULE,
  'server/modules/handover': `${MODULE} server/modules/records`,
  'server/modules/health': MODULE,
  'server/modules/importing/reading': 'domain/*',
  'server/modules/importing/rules': `${MODULE} server/modules/altitudes server/modules/records`,
  'server/modules/importing/work': `${MODULE} server/modules/catalogs server/modules/records server/modules/importing/reading server/modules/importing/rules`,
  'server/modules/importing': `${MODULE} server/modules/exports server/modules/importing/rules server/modules/importing/work`,
  'server/modules/journal': `${MODULE} server/modules/records server/modules/exports`,
  'server/modules/libreta': `${MODULE} server/modules/growth server/modules/records`,
  'server/modules/measuring': `${MODULE} server/modules/exports server/modules/records server/modules/reports`,
  'server/modules/records': `${MODULE} server/modules/exports`,
  'server/modules/reports': `${MODULE} server/modules/records server/modules/exports`,
  'server/modules/search': MODULE,
  'server/modules/sending': `${MODULE} server/modules/records server/modules/handover`,
  'server/modules/sync': `${MODULE} server/modules/records`,
  'server/modules/systems': MODULE,
  'server/modules/users': MODULE,
  'server/loading': 'server/db',
  'server/population': 'domain/*',
  'server/metrics': `${MODULE} server/modules/health`,
  'server/backup': 'domain server/base server/db server/loading',
  'server/demo': 'domain/* server/base server/db server/accounts server/calls server/modules/* server/population',
  'server/populate': 'domain/* server/base server/db server/accounts server/modules/* server/loading server/population',
  'server/start': `${MODULE} server/plugins server/modules/* server/metrics server/backup`,
  'server/commands': `${MODULE} server/modules/* server/backup server/demo server/populate server/start`,
  // Tests over all rooms.
  server: '',
};

/** Imports that some files may not use although their room may. */
const EXCEPT = [
  { of: /^web\/lib\//, folders: [], packages: COMPONENTS, why: 'lib knows no component' },
  {
    of: /^web\/device\//,
    folders: [],
    packages: [...COMPONENTS, 'react', 'react-dom'],
    why: 'a device knows no React',
  },
  {
    of: /^server\/modules\/.*routes\.ts$/,
    ...{ folders: ['server/db'], packages: DATABASE, why: 'no database in a routes file: call the repository' },
  },
];

const IMPORT = /\b(?:from|import)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
const TEST = /\.test\.tsx?$/;
const within = (path, folder) => path === folder || path.startsWith(`${folder}/`);
const isOf = (name, packages) =>
  packages.some((one) => name === one || name.startsWith(one.endsWith(':') ? one : `${one}/`));

/** @returns the path in `src` of what a file imports, which begins with `..` outside of it; null for a package */
function pathOf(file, name) {
  if (name.startsWith('.')) return posix.join(dirname(file), name);
  return name.startsWith('#') ? name.slice(1) : null;
}

const importsOf = (text) => [...text.matchAll(IMPORT)].map(([, , name]) => name);

/** @returns the room of a file of `src`; undefined when there is none */
function roomOf(path, rooms) {
  const names = Object.keys(rooms);
  const [room] = names.filter((one) => within(path, one)).sort((a, b) => b.length - a.length);
  const isAround = names.some((one) => one !== room && within(one, room));
  return isAround && dirname(path) !== room ? undefined : room;
}

const roomsFrom = (room, rooms) =>
  rooms[room]
    .split(' ')
    .flatMap((one) =>
      one.endsWith('/*') ? Object.keys(rooms).filter((name) => within(name, one.slice(0, -2))) : [one],
    );

/** @returns the problem with one import of a file of `src`, or undefined */
function problemOf(file, name, rooms) {
  const room = roomOf(file, rooms);
  if (!room) return 'it stands in no room of scripts/lib/rooms.mjs';
  const [wing] = room.split('/');
  const path = pathOf(file, name);
  const rules = EXCEPT.filter(({ of }) => of.test(file));
  if (path === null) {
    if (isOf(name, WINGS[wing])) return `${wing} imports no ${name}`;
    return rules.find(({ packages }) => isOf(name, packages))?.why;
  }
  // Shared test code is outside src, and the build and a run from the sources share the fingerprint.
  if (path.startsWith('..')) return TEST.test(file) || OUTSIDE.has(file) ? undefined : 'it lies outside of src';
  if (name.startsWith('.') && name.includes('../') && wing !== 'domain')
    return 'another folder is called by its # name';
  const rule = rules.find(({ folders }) => folders.some((folder) => within(path, folder)));
  if (rule) return rule.why;
  const to = roomOf(path, rooms);
  if (to === room || roomsFrom(room, rooms).includes(to)) return undefined;
  // A test of the domain or the server may import expected values from anywhere in them.
  if (wing !== 'web' && TEST.test(file) && (within(path, 'domain') || within(path, wing))) return undefined;
  return `${room} may not import ${to ?? path}`;
}

/** Files that import from outside `src`. */
const OUTSIDE = new Set(['server/base/rules.ts']);

/** @returns a line for each forbidden import @param files of `src`: paths with texts */
export function wrongImports(files, rooms = ROOMS) {
  return [...files].flatMap(([file, text]) =>
    importsOf(text).flatMap((name) => {
      const problem = problemOf(file, name, rooms);
      return problem ? [`src/${file}: ${name}: ${problem}`] : [];
    }),
  );
}

/** A room without files is an outdated rule. */
export function emptyRooms(paths, rooms = ROOMS) {
  return Object.keys(rooms).flatMap((room) =>
    paths.some((path) => roomOf(path, rooms) === room) ? [] : [`scripts/lib/rooms.mjs: no file stands in ${room}`],
  );
}

/** @returns a line for each two rooms that may import each other, directly or not */
export function circles(rooms = ROOMS) {
  const names = Object.keys(rooms);
  const next = (room) => roomsFrom(room, rooms).filter((one) => one !== room && one in rooms);
  const reached = (from) => {
    const seen = new Set();
    const ways = [...next(from)];
    for (let room = ways.pop(); room; room = ways.pop()) {
      if (seen.has(room)) continue;
      seen.add(room);
      ways.push(...next(room));
    }
    return seen;
  };
  const from = new Map(names.map((name) => [name, reached(name)]));
  return names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .filter((other) => from.get(one).has(other) && from.get(other).has(one))
      .map((other) => `scripts/lib/rooms.mjs: ${one} and ${other} may import each other`),
  );
}

/** @returns the imports between folders of `src`, from folder to folder, as lines; tests do not count */
function importsBetweenFolders(files) {
  const arrows = new Map();
  for (const [file, text] of files) {
    if (TEST.test(file)) continue;
    const from = dirname(file);
    for (const name of importsOf(text)) {
      const path = pathOf(file, name);
      if (path === null || path.startsWith('..') || dirname(path) === from) continue;
      const targets = arrows.get(from) ?? new Map();
      arrows.set(from, targets);
      targets.set(dirname(path), [...(targets.get(dirname(path)) ?? []), `src/${file}: ${name}`]);
    }
  }
  return arrows;
}

/** @returns the folders of a shortest way that leads from a folder back to it, or undefined */
function circleThrough(folder, arrows) {
  const seen = new Set();
  const ways = [[folder]];
  for (const way of ways)
    for (const next of arrows.get(way.at(-1))?.keys() ?? []) {
      if (next === folder) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return undefined;
}

/**
 * Finds folders that import each other, anywhere in `src`. Subfolders are folders of their own, so loose files beside a folder that need it
 * and are needed by it are a circle.
 * @returns a text for each circle, with the imports that make it
 */
export function folderCircles(files) {
  const arrows = importsBetweenFolders(files);
  const circlesByFolders = new Map();
  for (const folder of arrows.keys()) {
    const circle = circleThrough(folder, arrows);
    const key = circle?.toSorted().join();
    if (circle && !circlesByFolders.has(key)) circlesByFolders.set(key, circle);
  }
  return [...circlesByFolders.values()].map((circle) => {
    const around = [...circle, circle[0]];
    const imports = circle.flatMap((folder, at) => arrows.get(folder).get(around[at + 1]));
    const folders = around.map((folder) => `src/${folder}`).join(' → ');
    return [`folders import each other in a circle: ${folders}`, ...imports.map((line) => `  ${line}`)].join('\n');
  });
}

/** Checks every import against the table, and that no folders import each other. @returns a result like that of a tool */
export function rooms() {
  const src = join(root, 'src');
  const paths = readdirSync(src, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
  const texts = (ending) =>
    new Map(paths.filter((path) => ending.test(path)).map((path) => [path, readFileSync(join(src, path), 'utf8')]));
  const code = texts(/\.tsx?$/);
  const problems = [
    ...wrongImports(code),
    ...emptyRooms(paths),
    ...circles(),
    ...folderCircles([...code, ...texts(/\.css$/)]),
  ];
  return {
    code: problems.length === 0 ? 0 : 1,
    output: problems.join('\n'),
    summary: `${problems.length} forbidden imports and circles, ${Object.keys(ROOMS).length} rooms`,
  };
}
