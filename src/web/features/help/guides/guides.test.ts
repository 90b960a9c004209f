import { describe, expect, it } from 'vitest';
import { HELP_KEYS } from '#domain/help/explanations.ts';
import { GUIDES } from './all-guides.ts';
import { AUDIENCES } from './guide.ts';
import { findExplanations, findGuides, lengthOf } from './guide-text.ts';

const STEPS = GUIDES.flatMap(({ id, parts }) => parts.flatMap(({ steps }) => steps.map((step) => ({ id, ...step }))));

describe('the guides', () => {
  it('have addresses of their own, and every audience has at least one', () => {
    const ids = GUIDES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const audience of Object.keys(AUDIENCES)) expect(GUIDES.map((guide) => guide.audience)).toContain(audience);
  });

  it.each(STEPS)('$id: "$what" is short', ({ what, how = '' }) => {
    expect(what.length).toBeLessThanOrEqual(90);
    expect(how.length).toBeLessThanOrEqual(240);
  });
});

describe('the search', () => {
  const ids = (search: string) => findGuides(GUIDES, search).map(({ id }) => id);

  it('finds a guide by words of any part of it, whatever their accents and order', () => {
    expect(ids('perimetro')).toContain('medir-bien');
    expect(ids('PERÍMETRO')).toContain('medir-bien');
    expect(ids('señal')).toContain('sin-senal');
    expect(ids('senal sin')).toContain('sin-senal');
    expect(ids('rol dar')).toContain('personas');
  });

  it('shows guides with the words in their title first, and none for other words', () => {
    expect(ids('visita')[0]).toBe('registrar-visita');
    expect(ids('zzzz')).toEqual([]);
    expect(ids('visita zzzz')).toEqual([]);
    expect(ids('<script>')).toEqual([]);
  });

  it('finds the explanation of a field by its label', () => {
    const label = (key: string) => (key === 'lote' ? 'Lote' : '');
    expect(findExplanations(HELP_KEYS, 'lote', label)).toContain('lote');
    expect(findExplanations(HELP_KEYS, 'zzzz', label)).toEqual([]);
  });
});

it('the length of a guide is told in steps and minutes', () => {
  for (const guide of GUIDES)
    expect(lengthOf(guide)).toMatch(/^\d+ (pasos|consejos) · (medio minuto|1 minuto|\d minutos)$/);
});
