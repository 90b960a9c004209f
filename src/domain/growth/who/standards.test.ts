import { describe, expect, it } from 'vitest';
import { SEXES } from './sexes.ts';
import { loadEveryStandard, loadStandards, type Standards, type TableName } from './standards.ts';

const ORDER: TableName[] = ['wfa', 'lhfa', 'bfa', 'hcfa', 'wfl', 'wfh'];

/** SHA-256 of "table,L,M,S" lines made from the WHO's published files. */
const PUBLISHED = {
  MASCULINO: 'c4f24410bba53574513c4c0e88cd035b8a03a274872d4817a77f751a5113d0db',
  FEMENINO: '885ff46802295ad5261f51602e5a3f3890b0b2f541beacb5c9537feb2b27dee2',
};

async function digest(standards: Standards): Promise<string> {
  const lines = ORDER.flatMap((name) => standards[name].rows.map(({ l, m, s }) => `${name},${l},${m},${s}\n`));
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('')));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe.each(SEXES)('the standards of sex %s', (sexo) => {
  it('equal all published figures', async () => {
    expect(await digest(await loadStandards(sexo))).toBe(PUBLISHED[sexo]);
  });

  it('cover days 0 to 1856 and the lengths of the WHO', async () => {
    const standards = await loadStandards(sexo);
    const sizes = ORDER.map((name) => [standards[name].first, standards[name].rows.length]);
    expect(sizes).toEqual([
      [0, 1857],
      [0, 1857],
      [0, 1857],
      [0, 1857],
      [450, 651],
      [650, 551],
    ]);
  });

  it('are loaded once', async () => {
    expect(await loadStandards(sexo)).toBe((await loadEveryStandard())[sexo]);
  });
});
