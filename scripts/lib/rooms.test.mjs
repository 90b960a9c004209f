import { describe, expect, it } from 'vitest';
import { circles, emptyRooms, folderCircles, rooms, wrongImports } from './rooms.mjs';

const ROOMS = {
  domain: '',
  'domain/records': 'domain',
  'domain/calls': 'domain domain/records',
  'web/lib': 'domain/*',
  'web/ui': 'domain web/lib',
  'server/db': 'domain/*',
  'server/start': 'server/db',
  server: 'domain/* server/db',
};
const wrong = (file, name) => wrongImports(new Map([[file, `import { it } from '${name}';`]]), ROOMS)[0];

describe('a file may import', () => {
  it.each([
    ['web/ui/a.tsx', '#web/lib/b.ts'],
    ['web/ui/a.tsx', './inner/b.ts'],
    ['web/ui/inner/a.tsx', '#web/ui/b.ts'],
    ['web/ui/a.tsx', '@mantine/core'],
    ['web/lib/a.ts', '#domain/records/b.ts'],
    ['domain/calls/a.ts', '../clock.ts'],
    ['domain/calls/a.ts', '../records/b.ts'],
    ['domain/calls/a.ts', './b.ts'],
    ['domain/a.test.ts', './calls/b.ts'],
    ['web/ui/a.tsx', '#domain/clock.ts'],
    ['server/app.ts', '#server/db/b.ts'],
    ['server/db/a.test.ts', '#server/start/app.ts'],
    ['server/db/a.ts', 'drizzle-orm/pg-core'],
    ['server/db/a.test.ts', '../../../tests/support/b.ts'],
  ])('%s: %s', (file, name) => {
    expect(wrong(file, name)).toBeUndefined();
  });
});

describe('a file may not import', () => {
  it.each([
    ['web/lib/a.ts', '#web/ui/b.tsx', 'web/lib may not import web/ui'],
    ['web/ui/a.test.tsx', '#server/start/app.ts', 'web/ui may not import server/start'],
    ['web/ui/inner/a.tsx', '../b.ts', 'another folder is called by its # name'],
    ['web/ui/a.tsx', '#domain/records/b.ts', 'web/ui may not import domain/records'],
    ['web/lib/a.ts', '@mantine/core', 'lib knows no component'],
    ['web/lib/a.ts', 'node:fs', 'web imports no node:fs'],
    ['domain/a.ts', '#web/lib/b.ts', 'domain may not import web/lib'],
    ['domain/a.ts', './records/b.ts', 'domain may not import domain/records'],
    ['domain/records/a.ts', '../calls/b.ts', 'domain/records may not import domain/calls'],
    ['domain/records/a.ts', '#domain/calls/b.ts', 'domain/records may not import domain/calls'],
    ['domain/calls/a.test.ts', '#server/db/b.ts', 'domain/calls may not import server/db'],
    ['domain/other/a.ts', '../clock.ts', 'it stands in no room of scripts/lib/rooms.mjs'],
    ['web/lib/a.ts', '#domain/other/b.ts', 'web/lib may not import domain/other/b.ts'],
    ['domain/a.ts', 'react', 'domain imports no react'],
    ['domain/a.ts', 'pg', 'domain imports no pg'],
    ['server/db/a.ts', '#server/start/app.ts', 'server/db may not import server/start'],
    ['server/app.ts', '@mantine/core', 'server imports no @mantine/core'],
    ['server/a.ts', '../../tests/support/b.ts', 'it lies outside of src'],
    ['web/other/a.ts', 'react', 'it stands in no room of scripts/lib/rooms.mjs'],
  ])('%s: %s', (file, name, problem) => {
    expect(wrong(file, name)).toBe(`src/${file}: ${name}: ${problem}`);
  });

  it.each([
    "await import('#web/ui/b.tsx')",
    "import type { B } from '#web/ui/b.tsx'",
    "export * from '#web/ui/b.tsx'",
    'import "#web/ui/b.tsx"',
  ])('in whatever form: %s', (text) => {
    expect(wrongImports(new Map([['web/lib/a.ts', text]]), ROOMS)).toHaveLength(1);
  });

  it('a database in a routes file', () => {
    const file = 'server/modules/users/user-routes.ts';
    const of = (name) => wrongImports(new Map([[file, `from '${name}'`]]));
    expect(of('#server/db/schema.ts')).toEqual([expect.stringContaining('no database in a routes file')]);
    expect(of('drizzle-orm')).toEqual([expect.stringContaining('no database in a routes file')]);
    expect(of('#server/calls/serve.ts')).toEqual([]);
  });

  it('a higher room of the domain', () => {
    const files = new Map([
      ['domain/calls/a.ts', "from '../lists/b.ts'"],
      ['domain/records/a.ts', "from '../calls/b.ts'"],
      ['domain/a.ts', "from './fields/b.ts'"],
      ['domain/lists/a.ts', "from '../calls/b.ts'"],
    ]);
    expect(wrongImports(files)).toEqual([
      'src/domain/calls/a.ts: ../lists/b.ts: domain/calls may not import domain/lists',
      'src/domain/records/a.ts: ../calls/b.ts: domain/records may not import domain/calls',
      'src/domain/a.ts: ./fields/b.ts: domain may not import domain/fields',
    ]);
  });

  it('another module, or another feature, that the table does not name', () => {
    const files = new Map([
      ['server/modules/users/a.ts', "from '#server/modules/auth/b.ts'"],
      ['server/modules/auth/a.ts', "from '#server/modules/users/b.ts'"],
      ['web/features/users/a.ts', "from '#web/features/audit/b.ts'"],
      ['web/records/a.ts', "from '#web/lib/source/b.ts'"],
    ]);
    expect(wrongImports(files).map((line) => line.split(':')[0])).toEqual([
      ...['src/server/modules/users/a.ts', 'src/web/features/users/a.ts', 'src/web/records/a.ts'],
    ]);
  });
});

it('a room without files is reported, and the tree follows the table', () => {
  expect(emptyRooms(['domain/a.ts'], { domain: '', 'web/lib': '' })).toEqual([
    'scripts/lib/rooms.mjs: no file stands in web/lib',
  ]);
  expect(emptyRooms(['domain/other/a.ts'], { domain: '', 'domain/records': '' })).toHaveLength(2);
  expect(rooms()).toMatchObject({ code: 0, output: '' });
});

it('two rooms that can reach each other are reported', () => {
  expect(circles({ a: 'b', b: 'c', c: '', d: 'a' })).toEqual([]);
  expect(circles({ a: 'b', b: 'c', c: 'a', d: 'a' })).toEqual([
    ...['a and b', 'a and c', 'b and c'].map((two) => `scripts/lib/rooms.mjs: ${two} may import each other`),
  ]);
  const domain = { domain: '', 'domain/calls': 'domain domain/records' };
  expect(circles({ ...domain, 'domain/records': 'domain', web: 'domain/*' })).toEqual([]);
  expect(circles({ ...domain, 'domain/records': 'domain domain/calls', web: 'domain/*' })).toEqual([
    'scripts/lib/rooms.mjs: domain/calls and domain/records may import each other',
  ]);
  // A lower floor that imports an upper one, by the name for all rooms.
  expect(circles({ 'domain/records': 'web', web: 'domain/*' })).toEqual([
    'scripts/lib/rooms.mjs: domain/records and web may import each other',
  ]);
});

describe('folders that import each other are refused', () => {
  const of = (files) => folderCircles(new Map(Object.entries(files)));

  it('with the imports that make the circle', () => {
    const files = {
      'web/ui/form/a.tsx': "import { b } from '#web/ui/page/b.tsx';\nimport { c } from '#web/ui/page/c.tsx';",
      'web/ui/page/b.tsx': "import { useState } from 'react';",
      'web/ui/page/c.tsx': "import type { D } from '#web/ui/form/d.ts';",
      'web/ui/form/d.ts': "import { e } from '#web/lib/e.ts';",
    };
    expect(of(files)).toEqual([
      [
        'folders import each other in a circle: src/web/ui/form → src/web/ui/page → src/web/ui/form',
        '  src/web/ui/form/a.tsx: #web/ui/page/b.tsx',
        '  src/web/ui/form/a.tsx: #web/ui/page/c.tsx',
        '  src/web/ui/page/c.tsx: #web/ui/form/d.ts',
      ].join('\n'),
    ]);
    expect(of({ ...files, 'web/ui/page/c.tsx': '' })).toEqual([]);
  });

  it('over further folders, once', () => {
    const chain = { 'domain/a/1.ts': "from '../b/2.ts'", 'domain/b/2.ts': "from '../c/3.ts'" };
    expect(of(chain)).toEqual([]);
    expect(of({ ...chain, 'domain/c/3.ts': "await import('../a/4.ts')" })).toEqual([
      expect.stringContaining('src/domain/a → src/domain/b → src/domain/c → src/domain/a\n'),
    ]);
  });

  it('also where loose files and a subfolder of theirs need each other', () => {
    const shell = { 'web/app/main.tsx': "from './shell/shell.tsx'" };
    expect(of({ ...shell, 'web/app/shell/shell.tsx': "from './title.tsx'" })).toEqual([]);
    expect(of({ ...shell, 'web/app/shell/shell.tsx': "from '#web/app/guards.ts'" })).toHaveLength(1);
  });

  it('also by a style sheet, but not by a test', () => {
    const page = { 'web/ui/page/a.tsx': "import classes from '#web/ui/card/card.module.css';" };
    expect(of({ ...page, 'web/ui/card/card.module.css': "composes: x from '../page/page.module.css';" })).toHaveLength(
      1,
    );
    expect(of({ ...page, 'web/ui/card/card.test.tsx': "from '#web/ui/page/a.tsx'" })).toEqual([]);
  });
});
