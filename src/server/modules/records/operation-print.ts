import type { Operation } from '#domain/calls/operation.ts';
import { recordCalls } from '#domain/calls/records.ts';
import { AppError } from '#domain/errors.ts';
import type { Values } from '#domain/fields/index.ts';
import { oncePerDeclaration } from '#domain/once.ts';
import type { RecordDefinition } from '#domain/records/define-record.ts';
import { type Excess, excessOf, shapeOf } from '#server/calls/bounds.ts';
import { contentPrint, type HashedNames, hashOf, type Print } from '#server/db/receipts.ts';

type Content = Pick<Operation, 'hace' | 'tipo' | '_id' | 'persona' | 'campos' | 'valores' | 'descartado'>;

const NAMES = ['hace', 'tipo', '_id', 'persona', 'valores', 'descartado'];

const declaredOf = oncePerDeclaration(({ fieldNames, nest }: RecordDefinition) => {
  const outer = fieldNames.filter((name) => !nest?.fields.includes(name));
  const valores: HashedNames = nest
    ? { names: [...outer, nest.key], inner: { [nest.key]: { names: nest.fields } } }
    : { names: fieldNames };
  const operation: HashedNames = { names: NAMES, inner: { valores, descartado: { names: fieldNames } } };
  return { names: new Set([...valores.names, ...fieldNames]), operation };
});

/** Also covers the fields that only the sending program knows: it names them in `campos`. */
function withNamed(definition: RecordDefinition, { campos = [], valores = {} }: Content): HashedNames {
  const { names, operation } = declaredOf(definition);
  const more = campos.filter((name) => !names.has(name) && Object.hasOwn(valores, name));
  const declared = operation.inner?.valores;
  if (more.length === 0 || !declared) return operation;
  const widened = { ...declared, names: [...new Set([...declared.names, ...more])] };
  return { ...operation, inner: { ...operation.inner, valores: widened } };
}

const shapesOf = oncePerDeclaration((definition: RecordDefinition) => ({
  valores: shapeOf(recordCalls(definition).create.body),
  descartado: { keys: definition.fieldNames.length, properties: new Map(), unread: false },
}));

const MESSAGES: Readonly<Record<Excess, string>> = {
  tooDeep: 'Tiene demasiados niveles',
  tooManyFields: 'Tiene demasiados campos',
};

/** @throws AppError invalid if an operation holds more than its record can use; counted before anything is read */
function requireBoundedValues(definition: RecordDefinition, content: Pick<Content, 'valores' | 'descartado'>) {
  const shapes = shapesOf(definition);
  for (const path of ['valores', 'descartado'] as const) {
    const excess = excessOf(content[path], shapes[path]);
    if (excess) throw new AppError('invalid', { problems: [{ msg: MESSAGES[excess], path }] });
  }
}

/** The print of what was sent, over the declared fields and those of `campos`. @throws AppError invalid if it holds too much */
export function printOf(definition: RecordDefinition, sent: Content): Print {
  requireBoundedValues(definition, sent);
  const { hace, tipo, _id, persona, valores, descartado } = sent;
  const content = { hace, tipo, _id, persona, valores, descartado };
  const huella = hashOf(content, withNamed(definition, sent));
  return {
    huella,
    // Forms name no fields, and receipts before 2026-11-24 covered everything that came.
    isOf: (stored) =>
      stored === huella || stored === hashOf(content, declaredOf(definition).operation) || stored === hashOf(content),
  };
}

const contentOf = oncePerDeclaration(
  ({ fieldNames }: RecordDefinition): HashedNames => ({
    names: ['values', 'parentId'],
    inner: { values: { names: fieldNames } },
  }),
);

/** Also recognises the receipts of creations until 2026-11-25, which covered the accepted values. */
export function creationPrint(definition: RecordDefinition, sent: Print, values: Values, parentId?: string): Print {
  const content = { values, parentId: parentId ?? null };
  const isEarlier = (stored: string) => contentPrint(definition.key, content, contentOf(definition)).isOf(stored);
  return { huella: sent.huella, isOf: (stored) => sent.isOf(stored) || isEarlier(stored) };
}
