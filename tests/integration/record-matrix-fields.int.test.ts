import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import { emptyValue, type Field } from '#domain/fields/index.ts';
import { parseRecord } from '#domain/records/define-record.ts';
import { RECORD_LIST } from '#domain/records/index.ts';
import { upperCase } from '#domain/text.ts';
import { type Body, bodyWith, createRecord, newCedula, readField, setField, wherePath } from '../support/factories.ts';
import { startTestApi, type TestApi, type TestUser } from '../support/test-api.ts';

const REQUIRED = 'Este campo es obligatorio';

let api: TestApi;
let brigada: TestUser;
const parents: Record<string, string> = {};

beforeAll(async () => {
  api = await startTestApi();
  brigada = await api.user('ROLE_BRIGADA');
  for (const { key, parent } of RECORD_LIST) if (!parent) parents[key] = (await createRecord(brigada, key))._id;
});
afterAll(() => api.close());

/** One request changes every field of a kind, and the answer must name each. */
describe.each(RECORD_LIST)('$key', (definition) => {
  const url = `/api/${definition.path}`;
  type Entry<F extends Field = Field> = [name: string, field: F];
  const fields: Entry[] = Object.entries(definition.fields);
  const ofKind = <K extends Field['kind']>(...kinds: K[]) =>
    fields.filter((entry): entry is Entry<Extract<Field, { kind: K }>> => kinds.includes(entry[1].kind as K));
  const required = fields.filter(([, field]) => field.required);
  const isUnique = (name: string) => definition.unique?.some(({ field }) => field === name) ?? false;
  const pathOf = (name: string) => wherePath(definition, name).join('.');
  const valid = (change?: Body) => bodyWith(definition, parents[definition.parent?.record ?? ''], change);
  const changeOf = <F extends Field>(entries: Entry<F>[], choose: (field: F, name: string) => unknown) =>
    Object.fromEntries(entries.map(([name, field]) => [name, choose(field, name)]));

  const accept = async <F extends Field>(
    entries: Entry<F>[],
    choose: (field: F, name: string) => unknown,
    expected: (field: F, name: string) => unknown = choose,
  ): Promise<void> => {
    const change = changeOf(entries, choose);
    const wanted = changeOf(entries, expected);
    const answer = await brigada.post(url, valid(change));
    expect(answer.status, answer.text).toBe(201);
    const stored = Object.fromEntries(entries.map(([name]) => [name, readField(definition, answer.body, name)]));
    expect(stored).toEqual(wanted);
  };

  const refuse = async <F extends Field>(
    entries: Entry<F>[],
    choose: (field: F) => unknown,
    message: (field: F) => unknown,
  ): Promise<void> => {
    const answer = await brigada.post(url, valid(changeOf(entries, choose)));
    expect(answer.status, JSON.stringify(entries.map(([, field]) => choose(field)))).toBe(400);
    const problems = Object.fromEntries(answer.body.message.map(({ msg, path }: Body) => [path, msg]));
    expect(problems).toEqual(Object.fromEntries(entries.map(([name, field]) => [pathOf(name), message(field)])));
    expect(answer.body.message).toHaveLength(entries.length);
  };

  // proves 1.15, 3.13, 3.41, 7.17, 7.23, 7.27, 7.31, 7.36, 7.42, 7.46, 7.50, 7.54, 7.58
  it('a creation returns its fields, id, creator, instant and a sentence', async () => {
    const before = new Date().toISOString();
    const body = valid();
    const answer = await brigada.post(url, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      version: 1,
      fechaRegistro: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: expect.stringMatching(/\.$/),
    });
    const { id: _id, cedula } = brigada;
    expect(answer.body.createdBy).toEqual({ _id, nombre: 'Rosa', apellido: 'Yuquilema', cedula });
    expect(answer.body.fechaRegistro >= before).toBe(true);
    if (definition.parent) expect(answer.body[definition.parent.field]).toBe(body[definition.parent.field]);
    const { values } = parseRecord(definition, body);
    const stored = Object.fromEntries(fields.map(([name]) => [name, readField(definition, answer.body, name)]));
    expect(stored).toEqual(values);
  });

  // proves 5.25, 5.49
  it('each required field is required, and all missing ones are named at once', async () => {
    for (const blank of [undefined, null, '', '   '])
      await refuse(
        required,
        () => blank,
        () => REQUIRED,
      );
    for (const entry of required)
      await refuse(
        [entry],
        () => undefined,
        () => REQUIRED,
      );
  });

  it('an empty body lacks every required field', async () => {
    const body = valid();
    for (const [name] of fields) setField(definition, body, name, undefined);
    if (definition.parent) delete body[definition.parent.field];
    const answer = await brigada.post(url, body);
    expect(answer.status).toBe(400);
    const paths = [...required.map(([name]) => pathOf(name)), ...(definition.parent ? [definition.parent.field] : [])];
    const problems = answer.body.message.map(({ path, msg }: Body) => [path, msg]);
    expect(problems.sort()).toEqual(paths.map((path) => [path, REQUIRED]).sort());
  });

  // proves 5.50-5.52
  it('absent and null optional fields are empty', async () => {
    const optional = fields.filter(([, field]) => !field.required);
    for (const blank of [undefined, null]) {
      const body = valid();
      for (const [name] of optional) setField(definition, body, name, blank);
      const answer = await brigada.post(url, body);
      expect(answer.status, answer.text).toBe(201);
      const stored = Object.fromEntries(optional.map(([name]) => [name, readField(definition, answer.body, name)]));
      expect(stored).toEqual(changeOf(optional, emptyValue));
    }
  });

  const numbers = ofKind('number');
  if (numbers.length > 0)
    // proves 5.73
    it(`numbers (${numbers.map(([name]) => name)}): bounds, decimals, numeric text`, async () => {
      await accept(numbers, ({ min }) => min);
      await accept(numbers, ({ max }) => max);
      await accept(
        numbers,
        ({ max, decimals }) => ` ${max.toFixed(decimals)} `,
        ({ max }) => max,
      );
      const bounds = ({ min, max }: { min: number; max: number }) => expect.stringContaining(`entre ${min} y ${max}`);
      await refuse(numbers, ({ min, decimals }) => Number((min - 10 ** -decimals).toFixed(decimals)), bounds);
      await refuse(numbers, ({ max, decimals }) => Number((max + 10 ** -decimals).toFixed(decimals)), bounds);
      await refuse(numbers, ({ max, decimals }) => (max + 10 ** -decimals).toFixed(decimals), bounds);
      const finer = ({ min, decimals }: { min: number; decimals: number }) => min + 10 ** -decimals / 2;
      await refuse(numbers, finer, () => expect.stringMatching(/decimal|entero/));
      await refuse(
        numbers,
        (field) => String(finer(field)),
        () => expect.stringMatching(/decimal|entero/),
      );
      for (const wrong of ['abc', '1,5', '1e1', true, [1], { a: 1 }])
        await refuse(
          numbers,
          () => wrong,
          () => 'Debe ser un número',
        );
    });

  const texts = ofKind('text');
  if (texts.length > 0)
    // proves 5.37
    it(`texts (${texts.map(([name]) => name)}): length, type, case, control characters`, async () => {
      const longest = (field: { max?: number }, name = '') =>
        (isUnique(name) ? newCedula() : '').padEnd(field.max ?? 200, 'Ñ');
      const own = newCedula();
      const word = (name: string) => (isUnique(name) ? own : 'Muñoz');
      const written = (field: { upperCase?: boolean }, text: string) => (field.upperCase ? upperCase(text) : text);
      const full = new Map(texts.map(([name, field]) => [name, longest(field, name)]));
      await accept(texts, (_field, name) => full.get(name));
      await refuse(
        texts,
        (field) => `${longest(field)}x`,
        ({ max = 200 }) => `No debe tener más de ${max.toLocaleString('es-EC')} caracteres`,
      );
      for (const wrong of [5, true, ['x'], { a: 1 }])
        await refuse(
          texts,
          () => wrong,
          () => 'Debe ser un texto',
        );
      await accept(
        texts,
        (_field, name) => `\u0000 ${word(name)}\u0007\u0085\t\u001f\r\n1 `,
        (field, name) => written(field, `${word(name)}${field.multiline ? '\n' : ''}1`),
      );
    });

  const choices = ofKind('choice');
  if (choices.length > 0)
    // proves 3.17
    it(`choices (${choices.map(([name]) => name)}): the options in any letter case`, async () => {
      const most = Math.max(...choices.map(([, field]) => field.options.length));
      for (let i = 0; i < most; i += 1) {
        const option = ({ options }: { options: readonly { value: string }[] }) => options[i % options.length]?.value;
        await accept(choices, option);
        await accept(choices, (field) => option(field)?.toLowerCase(), option);
        await accept(choices, (field) => option(field)?.toUpperCase(), option);
      }
      await refuse(
        choices,
        () => 'otra cosa',
        () => expect.stringContaining('Debe ser una de estas opciones: '),
      );
      for (const wrong of [1, true, ['x'], {}])
        await refuse(
          choices,
          () => wrong,
          () => 'Debe ser un texto',
        );
    });

  const flags = ofKind('flag');
  if (flags.length > 0)
    it(`flags (${flags.map(([name]) => name)}): true, false and nothing else`, async () => {
      for (const value of [true, false]) await accept(flags, () => value);
      for (const wrong of ['true', 'Sí', 1, 0, [], {}])
        await refuse(
          flags,
          () => wrong,
          () => 'Debe ser verdadero o falso',
        );
    });

  const dates = ofKind('date');
  if (dates.length > 0)
    // proves 3.15, 4.24, 5.74
    it(`dates (${dates.map(([name]) => name)}): calendar dates that exist`, async () => {
      await accept(dates, () => '2024-02-29');
      for (const wrong of ['2023-02-29', '29/02/2024', 'ayer', 20240229, true, [], '2024-02-29T10:00:00Z'])
        await refuse(
          dates,
          () => wrong,
          () => 'Debe ser una fecha válida (AAAA-MM-DD)',
        );
      const past = dates.filter(([, field]) => field.notFuture);
      const later = addDays(today(), 2);
      if (past.length > 0)
        await refuse(
          past,
          () => later,
          () => 'La fecha no puede estar en el futuro',
        );
      await accept(past, () => today());
      await accept(
        dates.filter((entry) => !past.includes(entry)),
        () => later,
      );
    });

  const cantons = ofKind('canton');
  if (cantons.length > 0)
    // proves 4.19, 5.30
    it('provinces and cantons: of the list however written, and the canton of its province', async () => {
      const places = ofKind('province', 'canton');
      await accept(
        places,
        ({ kind }) => (kind === 'canton' ? 'nabon' : 'Azuáy'),
        ({ kind }) => (kind === 'canton' ? 'NABÓN' : 'AZUAY'),
      );
      await accept(
        places,
        ({ kind }) => (kind === 'canton' ? 'nabón' : ''),
        ({ kind }) => (kind === 'canton' ? 'NABÓN' : ''),
      );
      await accept(places, ({ kind }) => (kind === 'canton' ? '' : 'AZUAY'));
      await refuse(
        places,
        () => 'LIMA',
        ({ kind }) => (kind === 'canton' ? 'Debe ser un cantón del Ecuador' : 'Debe ser una provincia del Ecuador'),
      );
      for (const wrong of [5, true, [], {}])
        await refuse(
          places,
          () => wrong,
          () => 'Debe ser un texto',
        );
      for (const [name, { within }] of cantons) {
        const answer = await brigada.post(url, valid({ [within]: 'AZUAY', [name]: 'QUITO' }));
        const problem = { msg: 'El cantón no pertenece a la provincia elegida', path: pathOf(name) };
        expect([answer.status, answer.body.message]).toEqual([400, [problem]]);
      }
    });

  const conditional = fields.filter(([, field]) => field.visibleWhen);
  // proves 4.17, 5.39
  for (const [name, field] of conditional)
    it(`${name} is stored with the field it depends on and emptied without it`, async () => {
      const { field: on, equals } = field.visibleWhen as NonNullable<typeof field.visibleWhen>;
      const shown = await brigada.post(url, valid({ [name]: 'Detalle' }));
      expect([shown.status, readField(definition, shown.body, name)]).toEqual([
        201,
        expect.stringMatching(/^detalle$/i),
      ]);
      for (const off of [equals === 'Si' ? 'No' : false, undefined]) {
        const hidden = await brigada.post(url, setField(definition, valid({ [name]: 'Detalle' }), on, off));
        expect([hidden.status, readField(definition, hidden.body, name)]).toEqual([201, emptyValue(field)]);
      }
    });

  it('unknown fields and those the client may not set are dropped', async () => {
    const other = crypto.randomUUID();
    const foreign = { version: 9, fechaRegistro: '2001-01-01T00:00:00.000Z', createdBy: other, orden: 5, estado: 'X' };
    const answer = await brigada.post(url, { ...valid(), ...foreign, inventado: 'x', busqueda: 'x', parentId: other });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ version: 1, createdBy: { _id: brigada.id } });
    expect(answer.body.fechaRegistro > '2020').toBe(true);
    for (const name of ['inventado', 'busqueda', 'parentId', 'orden']) expect(answer.body).not.toHaveProperty(name);
    expect(answer.body.estado).not.toBe('X');
  });
});
