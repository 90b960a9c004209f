import { type Field, readValue, type Value } from '../fields/index.ts';
import { type RecordDefinition, toFlat } from '../records/define-record.ts';
import { RECORDS, type RecordKey } from '../records/index.ts';
import { PERSON_KEYS, takes, targetsOf } from './target.ts';

/** One valid row as people would type it, by what a column fills. */
export function exampleRow(definition: RecordDefinition): Map<string, string> {
  const values = toFlat(definition, definition.example);
  const texts = Object.entries<Field>(definition.fields).map(([name, field]): [string, string] => {
    const value = values[name] as Value | undefined;
    return [name, value === undefined || value === '' || value === null ? '' : readValue(field, value)];
  });
  const owner = definition.parent && RECORDS[definition.parent.record as RecordKey].example;
  return new Map([...texts, ...(owner ? [[PERSON_KEYS.cedula, owner.cedula] as [string, string]] : [])]);
}

export interface TemplateColumn {
  readonly key: string;
  readonly label: string;
  readonly example: string;
  readonly required: boolean;
  readonly takes: string;
}

/** The columns of a template in order; a record names its person by one key, by default the cédula. */
export function templateColumns(definition: RecordDefinition): TemplateColumn[] {
  const example = exampleRow(definition);
  return targetsOf(definition).map((target) => ({
    key: target.key,
    label: target.label,
    example: example.get(target.key) ?? '',
    required: target.required || target.key === PERSON_KEYS.cedula,
    takes: takes(target),
  }));
}
