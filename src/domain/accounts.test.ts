import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  cedulaCheckDigitOk,
  passwordChangeSchema,
  signinSchema,
  signupSchema,
  userCreateSchema,
  userUpdateSchema,
} from './accounts.ts';
import { problemsOf } from './records/define-record.ts';

const MESSAGES = {
  nombre: 'Nombre requerido y no debe contener números',
  apellido: 'Apellido requerido y no debe contener números',
  cedula: 'Cédula requerida y debe tener una longitud de 10 dígitos númericos',
  email: 'Formato de correo inválido',
  password: 'Contraseña debe tener mínimo 8 dígitos,al menos una letra minúscula,una letra mayúscula y un número',
};

const person = {
  nombre: 'María José',
  apellido: "D'Angelo",
  cedula: '1710034065',
  email: 'maria@salud.gob.ec',
  password: 'Segura123',
};

function problems(schema: z.ZodType, input: unknown): Record<string, string[]> {
  const result = schema.safeParse(input);
  const byPath: Record<string, string[]> = {};
  for (const { msg, path } of result.success ? [] : problemsOf(result.error))
    byPath[path] = [...(byPath[path] ?? []), msg];
  return byPath;
}

const signupProblems = (change: Record<string, unknown>) => problems(signupSchema, { ...person, ...change });

describe('names', () => {
  it.each([
    'Ana',
    'María José',
    "D'Angelo",
    'D’Angelo',
    'Pérez-Ñauta',
    'Zoë',
    'Чехов',
    'A'.repeat(20),
    '  Ana  ',
    'Nin\u0303o',
  ])('%j is a valid name', (name) => {
    expect(signupProblems({ nombre: name, apellido: name })).toEqual({});
  });

  // proves 5.5, 5.6, 9.8
  it.each([
    'Al',
    'A'.repeat(21),
    'Ana2',
    'Ana_',
    '-Ana',
    'Ana-',
    'Ana  Luz',
    "O''Hara",
    'A.B.',
    '<b>Ana</b>',
    '',
    '   ',
    null,
    undefined,
    5,
    ['Ana'],
    { a: 1 },
  ])('%j is refused with the message of the specification', (name) => {
    const refused = signupProblems({ nombre: name, apellido: name });
    expect(refused.nombre?.[0]).toBe(MESSAGES.nombre);
    expect(refused.apellido?.[0]).toBe(MESSAGES.apellido);
  });
});

describe('cedula, email and password', () => {
  it.each(['1710034065', ' 1710034065 ', '0000000000'])('cedula %j is accepted', (cedula) => {
    expect(signupProblems({ cedula })).toEqual({});
  });

  // proves 5.12, 9.7
  it.each(['171003406', '17100340655', '17100A4065', '١٧١٠٠٣٤٠٦٥', '', null, undefined, 1710034065])(
    'cedula %j is refused',
    (cedula) => {
      expect(signupProblems({ cedula })).toEqual({ cedula: [MESSAGES.cedula] });
    },
  );

  it('e-mails are stored in lower case', () => {
    expect(signupSchema.parse({ ...person, email: ' Maria@Salud.GOB.ec ' }).email).toBe('maria@salud.gob.ec');
  });

  // proves 5.14
  it.each(['', 'maria', 'maria@', '@x.ec', 'maria@x', 'a b@x.ec', null, undefined, 5])(
    'email %j is refused',
    (email) => {
      expect(signupProblems({ email }).email).toContain(MESSAGES.email);
    },
  );

  it.each(['Segura12', 'ÑandúÁ12', `aA1${'x'.repeat(100)}`, 'aA1 espacio'])('password %j is accepted', (password) => {
    expect(signupProblems({ password })).toEqual({});
  });

  // proves 5.15, 9.9
  it.each(['Segur12', 'segura123', 'SEGURA123', 'SeguraSegura', '', null, undefined, 12345678])(
    'password %j is refused',
    (password) => {
      expect(new Set(signupProblems({ password }).password)).toEqual(new Set([MESSAGES.password]));
    },
  );

  it('a password is stored exactly as it was typed', () => {
    expect(signupSchema.parse({ ...person, password: ' Segura123 ' }).password).toBe(' Segura123 ');
  });
});

describe('a registration', () => {
  it('has one problem for each missing field', () => {
    const refused = problems(signupSchema, {});
    expect(refused).toEqual(Object.fromEntries(Object.entries(MESSAGES).map(([path, msg]) => [path, [msg]])));
  });

  // proves 5.4
  it('has one problem for each field with an empty text', () => {
    const refused = problems(signupSchema, { nombre: '', apellido: '', cedula: '', email: '', password: '' });
    for (const [path, msg] of Object.entries(MESSAGES)) expect(refused[path], path).toEqual([msg]);
  });

  it('drops unknown fields and roles', () => {
    expect(signupSchema.parse({ ...person, roles: ['ROLE_ADMINISTRADOR'], activo: true })).toEqual(person);
  });
});

const A = '00000000-0000-8000-8000-00000000000a';
const B = '00000000-0000-8000-8000-00000000000b';

describe('roles', () => {
  const ids = [A, B];

  it.each([
    ...[`${A},${B}`, ` ${A} , ${B} ,`, ids, [` ${A}`, `${B} `], [{ _id: A }, B]].map((roles) => [roles]),
    [`${A.toUpperCase()},${B.toUpperCase()}`],
  ])('%j is a list of role ids', (roles) => {
    expect(userCreateSchema.parse({ ...person, roles }).roles).toEqual(ids);
  });

  it.each(['', ' , ', [], [''], null, undefined, 5, {}, [5], 'ROLE_BRIGADA', `${A},x`, [A, 'x']])(
    '%j is not a list of roles',
    (roles) => {
      for (const schema of [userCreateSchema, userUpdateSchema])
        expect(problems(schema, { ...person, roles })).toEqual({ roles: ['Selecciona al menos un rol válido'] });
    },
  );
});

describe('other forms', () => {
  it.each([{}, { password: '' }, { password: null }])('an edit with %j keeps the password', (change) => {
    const { password: _, ...rest } = person;
    expect(userUpdateSchema.parse({ ...rest, roles: A, ...change }).password).toBeUndefined();
  });

  it('an edit with a weak password is refused', () => {
    const refused = problems(userUpdateSchema, { ...person, roles: A, password: 'abc' });
    expect(refused.password).toContain(MESSAGES.password);
  });

  it('a sign-in needs cedula and password, with a message for each', () => {
    const expected = { cedula: ['Cédula es requerida!'], password: ['Contraseña is requerida'] };
    for (const empty of [
      {},
      { cedula: '', password: '' },
      { cedula: null, password: null },
      { cedula: ' ', password: '' },
    ])
      expect(problems(signinSchema, empty)).toEqual(expected);
  });

  it('a change of password needs the current one and a valid new one', () => {
    const refused = problems(passwordChangeSchema, { actual: '', nueva: 'abc' });
    expect(Object.keys(refused).sort()).toEqual(['actual', 'nueva']);
    expect(refused.nueva).toContain(MESSAGES.password);
  });
});

describe('cedulaCheckDigitOk', () => {
  it.each(['1710034065', '0926687856', '0603714023'])('%s passes', (cedula) => {
    expect(cedulaCheckDigitOk(cedula)).toBe(true);
  });

  it.each([
    ['1710034064', 'check digit'],
    ['0926687850', 'check digit'],
    ['2510034065', 'province 25'],
    ['0010034065', 'province 0'],
    ['1790034065', 'third digit'],
  ])('%s fails because of its %s', (cedula) => {
    expect(cedulaCheckDigitOk(cedula)).toBe(false);
  });

  it.each(['', 'AB123', '171003406', '17100340655', '171003406X'])('%j is not an identity card and passes', (text) => {
    expect(cedulaCheckDigitOk(text)).toBe(true);
  });
});
