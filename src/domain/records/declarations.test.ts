import { describe, expect, it } from 'vitest';
import { RECORD_LIST, RECORDS } from '#domain/records/index.ts';
import { bookletOf } from './booklets.ts';
import { CHILD_RECORDS } from './child-records.ts';
import { parseRecord } from './define-record.ts';
import { WOMAN_RECORDS } from './woman-records.ts';

const keys = Object.keys(RECORDS);

describe.each(RECORD_LIST)('$key', (definition) => {
  it('has a complete and valid example', () => {
    const { values, problems } = parseRecord(definition, definition.example);
    expect(problems).toBeNull();
    expect(Object.keys(values ?? {}).sort()).toEqual([...definition.fieldNames].sort());
  });

  it('is registered under its own key, after its parent', () => {
    expect(RECORDS[definition.key as keyof typeof RECORDS]).toBe(definition);
    if (definition.parent) expect(keys.indexOf(definition.parent.record)).toBeLessThan(keys.indexOf(definition.key));
    if (definition.parent) expect(keys).toContain(definition.parent.record);
  });

  it('is listed among the records of the person that it belongs to', () => {
    expect(definition.key in CHILD_RECORDS).toBe(definition.parent?.record === RECORDS.nino.key);
    expect(definition.key in WOMAN_RECORDS).toBe(definition.parent?.record === RECORDS.mujer.key);
  });

  it('has its own place in the printed booklet, or a reason for not being printed', () => {
    const { parent, booklet } = definition;
    if (!parent) return expect(booklet).toBeUndefined();
    expect(booklet).toBeDefined();
    const { parts } = bookletOf(RECORDS[parent.record as keyof typeof RECORDS]);
    const others = parts.filter((part) => part.definition !== definition);
    expect(others.map(({ list }) => list)).not.toContain(booklet?.list);
    if (typeof booklet?.printed === 'object') return expect(booklet.printed.not).toMatch(/^\p{Lu}.{20,}\.$/u);
    expect(others.map((part) => part.definition.booklet?.printed)).not.toContain(booklet?.printed);
  });

  it('is summarised only if it belongs to a child', () => {
    if (definition.summarised) expect(definition.parent?.record ?? definition.key).toBe(RECORDS.nino.key);
  });

  it('has a label for every field, and a section for each if the form has sections', () => {
    for (const name of definition.fieldNames) {
      const field = definition.fields[name];
      expect(field?.label, name).not.toBe('');
      if (definition.sections) expect(field?.section, name).toBeDefined();
    }
  });
});

it('every record type has its own path', () => {
  expect(new Set(RECORD_LIST.map(({ path }) => path)).size).toBe(RECORD_LIST.length);
});
