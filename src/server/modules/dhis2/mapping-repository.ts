import { eq, sql } from 'drizzle-orm';
import { LOCALE } from '#domain/calendar.ts';
import type { MappingChange, MappingRow } from '#domain/calls/dhis2.ts';
import { CATALOGS } from '#domain/catalogs.ts';
import { AGGREGATE_KEYS, AGGREGATES } from '#domain/dhis2/aggregates.ts';
import { establishmentKey, fullName, MAPPED_KINDS, type MappedKind, takenText } from '#domain/dhis2/mapping.ts';
import { AppError, type FieldProblem } from '#domain/errors.ts';
import { cantonsOf, PROVINCES, TERRITORY } from '#domain/territory.ts';
import type { Actor } from '#server/calls/actor.ts';
import type { Db } from '#server/db/connect.ts';
import { insertMany } from '#server/db/many-rows.ts';
import { dhis2Code, opcion } from '#server/db/schema.ts';
import { note } from '#server/journal/entries.ts';

type Mappable = Omit<MappingRow, 'codigo'>;

const ELEMENTS: readonly Mappable[] = AGGREGATE_KEYS.map((clave) => ({
  tipo: 'elemento',
  clave,
  nombre: AGGREGATES[clave].name,
  provincia: '',
}));
const CANTONS: readonly Mappable[] = PROVINCES.flatMap((provincia) =>
  cantonsOf(provincia).map((canton) => ({
    tipo: 'canton' as const,
    clave: TERRITORY[provincia]?.cantones[canton] ?? '',
    nombre: canton,
    provincia,
  })),
);
const collator = new Intl.Collator(LOCALE, { numeric: true });
const keyOf = ({ tipo, clave }: { tipo: string; clave: string }) => `${tipo} ${clave}`;
const FIXED = new Set([...ELEMENTS, ...CANTONS].map(keyOf));

/** Whether something may have a code. An establishment may be one that is only written in booklets. */
const isMappable = ({ tipo, clave }: MappingChange): boolean =>
  tipo === 'establecimiento' ? establishmentKey(clave) === clave : FIXED.has(keyOf({ tipo, clave }));

/** What has or may have a code, with its code. */
export interface MappedNames {
  readonly rows: readonly MappingRow[];
  codeOf(tipo: MappedKind, clave: string): string;
  nameOf(tipo: MappedKind, clave: string): string | undefined;
}

const unknownKeys = (changes: readonly MappingChange[]): FieldProblem[] =>
  changes.flatMap((change, at) =>
    isMappable(change) ? [] : [{ path: `cambios.${at}.clave`, msg: `No existe: ${change.clave}` }],
  );

function repeatedKeys(changes: readonly MappingChange[]): FieldProblem[] {
  const seen = new Set<string>();
  return changes.flatMap((change, at) => {
    const key = keyOf(change);
    if (seen.has(key)) return [{ path: `cambios.${at}.clave`, msg: `Está dos veces: ${change.clave}` }];
    seen.add(key);
    return [];
  });
}

interface TakenCode {
  /** Of the change that would give the code a second time. */
  readonly at: number;
  readonly codigo: string;
  /** The key of what else has it. */
  readonly owner: string;
}

/** Codes that two figures or two places of one kind would have. @param codes by the key of what has them, as after the changes */
function takenCodes(changes: readonly MappingChange[], codes: ReadonlyMap<string, string>): TakenCode[] {
  const owners = new Map<string, string[]>();
  const ofKind = (key: string, codigo: string) => `${key.split(' ', 1)[0]} ${codigo}`;
  for (const [key, codigo] of codes) {
    const same = owners.get(ofKind(key, codigo));
    if (same) same.push(key);
    else owners.set(ofKind(key, codigo), [key]);
  }
  return changes.flatMap(({ codigo, ...change }, at) => {
    const key = keyOf(change);
    const owner = codigo === '' ? undefined : owners.get(ofKind(key, codigo))?.find((other) => other !== key);
    return owner === undefined ? [] : [{ at, codigo, owner }];
  });
}

async function establishments(db: Db, coded: readonly { tipo: string; clave: string }[]): Promise<Mappable[]> {
  const { clave, valor } = opcion;
  const options = await db
    .select({ clave, nombre: valor })
    .from(opcion)
    .where(eq(opcion.lista, CATALOGS.establecimiento.key));
  const listed = new Set(options.map((option) => option.clave));
  const others = coded.filter((code) => code.tipo === 'establecimiento' && !listed.has(code.clave));
  return [...options, ...others.map((other) => ({ clave: other.clave, nombre: other.clave }))]
    .map((one) => ({ tipo: 'establecimiento' as const, ...one, provincia: '' }))
    .sort((one, other) => collator.compare(one.nombre, other.nombre) || (one.clave < other.clave ? -1 : 1));
}

const mappables = async (db: Db, coded: readonly { tipo: string; clave: string }[]): Promise<Mappable[]> => [
  ...ELEMENTS,
  ...CANTONS,
  ...(await establishments(db, coded)),
];

async function takenProblems(
  db: Db,
  changes: readonly MappingChange[],
  taken: readonly TakenCode[],
): Promise<FieldProblem[]> {
  const names = new Map((await mappables(db, changes)).map((one) => [keyOf(one), fullName(one)]));
  const nameOf = (key: string) => names.get(key) ?? key.slice(key.indexOf(' ') + 1);
  return taken.map(({ at, codigo, owner }) => ({
    path: `cambios.${at}.codigo`,
    msg: takenText(codigo, nameOf(owner)),
  }));
}

/** Removes the changed codes first: two of them may be exchanged. */
async function writeCodes(db: Db, changes: readonly MappingChange[]): Promise<void> {
  const changed = JSON.stringify(changes.map(({ tipo, clave }) => ({ tipo, clave })));
  await db.execute(sql`delete from ${dhis2Code} using json_to_recordset(${changed}::json) as changed(tipo text, clave text)
    where ${dhis2Code.tipo} = changed.tipo and ${dhis2Code.clave} = changed.clave`);
  const coded = changes.filter(({ codigo }) => codigo !== '');
  await insertMany(
    db,
    dhis2Code,
    coded.map(({ tipo, clave, codigo }) => ({ tipo, clave, codigo })),
  );
}

const notedChanges = (changes: readonly MappingChange[]) => {
  const noted = (codeOf: (change: MappingChange) => string) =>
    Object.fromEntries(changes.map((change) => [`${MAPPED_KINDS[change.tipo]} ${change.clave}`, codeOf(change)]));
  return { before: noted(({ antes }) => antes), after: noted(({ codigo }) => codigo) };
};

export type MappingRepository = ReturnType<typeof createMappingRepository>;

/** The codes in DHIS2, which an administrator keeps. */
export function createMappingRepository(db: Db) {
  return {
    async names(): Promise<MappedNames> {
      const coded = await db.select().from(dhis2Code);
      const codes = new Map(coded.map(({ codigo, ...row }) => [keyOf(row), codigo]));
      const codeOf = (tipo: MappedKind, clave: string) => codes.get(keyOf({ tipo, clave })) ?? '';
      const rows = (await mappables(db, coded)).map((row) => ({
        ...row,
        codigo: codeOf(row.tipo, row.clave),
      }));
      const names = new Map(rows.map((row) => [keyOf(row), row.nombre]));
      return { rows, codeOf, nameOf: (tipo, clave) => names.get(keyOf({ tipo, clave })) };
    },

    /** Writes all changes or none. @returns those that change a code @throws AppError outdated if a code is no longer the one that was seen */
    async save(actor: Actor, changes: readonly MappingChange[]): Promise<readonly MappingChange[]> {
      const wrong = [...unknownKeys(changes), ...repeatedKeys(changes)];
      if (wrong.length > 0) throw new AppError('invalid', { problems: wrong });
      return db.transaction(async (inside) => {
        // Who saves at the same time waits; readers do not.
        await inside.execute(sql`lock table ${dhis2Code} in share row exclusive mode`);
        const codes = new Map(
          (await inside.select().from(dhis2Code)).map(({ codigo, ...row }) => [keyOf(row), codigo]),
        );
        if (changes.some((change) => (codes.get(keyOf(change)) ?? '') !== change.antes)) throw new AppError('outdated');
        for (const change of changes) codes.set(keyOf(change), change.codigo);
        const taken = takenCodes(changes, codes);
        if (taken.length > 0) throw new AppError('conflict', { problems: await takenProblems(inside, changes, taken) });
        const changed = changes.filter(({ antes, codigo }) => antes !== codigo);
        if (changed.length === 0) return changed;
        await writeCodes(inside, changed);
        await note(inside, actor, { action: 'editar', kind: 'dhis2', ...notedChanges(changed) });
        return changed;
      });
    },
  };
}
