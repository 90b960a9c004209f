import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredSystem } from '#domain/calls/systems.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { assertionOf, FORM, jwks, newKeys, SOME_KEY, systemBody, TOKEN_URL, tokenForm } from '../support/systems.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const URL = '/api/sistemas';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const list = async (): Promise<StoredSystem[]> => (await api.admin.get(URL)).body;
const problemsOf = async (change: object) => {
  const { status, body } = await api.admin.post(URL, systemBody(change));
  expect(status).toBe(400);
  return body.message;
};
const keysProblem = async (llaves: string) => {
  const [problem, ...others] = await problemsOf({ llaves });
  expect([problem.path, others]).toEqual(['llaves', []]);
  return problem.msg;
};

describe('a system', () => {
  it('is registered with its public keys, scopes, places and last day, and listed in a bare array', async () => {
    const change = {
      hasta: '2099-12-31',
      alcances: ['dhis2.read', 'system/Patient.rs', 'system/Patient.rs'],
      lugares: [{ provincia: 'chimborazo', canton: 'Colta' }],
    };
    const { status, body } = await api.admin.post(URL, systemBody(change));
    expect(status).toBe(201);
    const { message, ...system } = body;
    expect(message).toBe('El sistema ha sido registrado correctamente.');
    expect(system).toMatchObject({
      ...{ version: 1, nombre: 'Repositorio de pruebas', estado: 'activo', hasta: '2099-12-31' },
      ...{ ultimoUso: null, revocado: null },
      alcances: ['system/Patient.rs', 'dhis2.read'],
      lugares: [{ provincia: 'CHIMBORAZO', canton: 'COLTA' }],
    });
    expect(JSON.parse(system.llaves)).toEqual({ keys: [SOME_KEY] });
    expect(await list()).toContainEqual(system);
  });

  it('is created once with its id, however often it is sent', async () => {
    const body = { ...systemBody(), _id: crypto.randomUUID() };
    for (let time = 0; time < 2; time += 1)
      expect(await api.admin.post(URL, body)).toMatchObject({ status: 201, body: { _id: body._id, version: 1 } });
    expect((await api.admin.post(URL, { ...body, nombre: 'Otro' })).status).toBe(409);
    expect((await list()).filter(({ _id }) => _id === body._id)).toHaveLength(1);
  });

  it('is replaced by its version, and an outdated one gets the current row', async () => {
    const { _id } = (await api.admin.post(URL, systemBody())).body;
    const put = (nombre: string) => api.admin.put(`${URL}/${_id}`, { ...systemBody({ nombre }), version: 1 });
    expect(await put('Nuevo nombre')).toMatchObject({ status: 200, body: { nombre: 'Nuevo nombre', version: 2 } });
    expect(await put('Otro nombre')).toMatchObject({
      status: 409,
      body: { code: 'outdated', nombre: 'Nuevo nombre', version: 2 },
    });
  });

  it('is revoked once and for good, and stays in the list behind the others', async () => {
    const body = { ...systemBody({ nombre: 'AAA' }), _id: crypto.randomUUID() };
    const { _id } = (await api.admin.post(URL, body)).body;
    expect((await api.admin.delete(`${URL}/${_id}`)).body).toEqual({ message: 'El sistema ya no puede entrar.' });
    expect((await api.admin.delete(`${URL}/${_id}`)).status).toBe(404);
    expect((await api.admin.put(`${URL}/${_id}`, systemBody())).status).toBe(404);
    expect(await api.admin.post(URL, body)).toMatchObject({ status: 409, body: { code: 'idTaken' } });
    expect((await list()).at(-1)).toMatchObject({ _id, estado: 'revocado', revocado: expect.any(String) });
  });

  it('whose last day is over is listed as ended', async () => {
    const { _id, estado } = (await api.admin.post(URL, systemBody({ hasta: '2020-02-29' }))).body;
    expect(estado).toBe('terminado');
    expect((await list()).find((one) => one._id === _id)).toMatchObject({ hasta: '2020-02-29' });
  });

  it('is kept by administrators alone', async () => {
    for (const role of ['ROLE_SUPERVISOR', 'ROLE_BRIGADA', 'ROLE_USUARIO'] as const) {
      const user = await api.user(role);
      expect((await user.get(URL)).status).toBe(403);
      expect((await user.post(URL, systemBody())).status).toBe(403);
    }
    expect((await api.anonymous.get(URL)).status).toBe(401);
  });

  it.each([
    [{ nombre: '' }, 'nombre', 'Este campo es obligatorio'],
    [{ nombre: 'x'.repeat(121) }, 'nombre', 'No debe tener más de 120 caracteres'],
    [{ hasta: '31/12/2026' }, 'hasta', 'Debe ser una fecha válida (AAAA-MM-DD)'],
    [{ alcances: [] }, 'alcances', 'Elige al menos un permiso'],
    [{ alcances: 'system/*.rs' }, 'alcances', 'Elige al menos un permiso'],
    [{ alcances: ['system/*.cruds'] }, 'alcances.0', 'No es un permiso que se pueda dar'],
    [{ lugares: [] }, 'lugares', 'Elige al menos un lugar, o todo el país'],
    [{ lugares: undefined }, 'lugares', 'Elige al menos un lugar, o todo el país'],
    [
      { lugares: [{ provincia: 'LOJA', canton: 'COLTA' }] },
      'lugares.0.canton',
      'El cantón no pertenece a la provincia elegida',
    ],
    [{ lugares: [{ canton: 'COLTA' }] }, 'lugares.0.provincia', 'Este campo es obligatorio'],
    [{ llaves: '' }, 'llaves', 'Este campo es obligatorio'],
  ])('is refused by field: %j', async (change, path, msg) => {
    expect(await problemsOf(change)).toEqual([{ path, msg }]);
  });
});

/** A JWKS of keys that are not meant to be pasted. */
const exported = async (alg: string, change: JWK = {}) => {
  const { publicKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(publicKey)), kid: 'a', ...change };
};
const rsaOf = (modulusLength: number, publicExponent = 0x10001) => ({
  ...generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' }),
  kid: 'a',
});

describe('pasted keys', () => {
  it('may be one key, and nothing but its public parts is stored', async () => {
    const { jwk } = await newKeys('RS384', 'mi clave');
    const pasted = JSON.stringify({ ...jwk, alg: undefined, x5c: ['certificado'], nota: { a: [1] }, x5u: 'https://x' });
    const { body } = await api.admin.post(URL, systemBody({ llaves: pasted }));
    expect(JSON.parse(body.llaves)).toEqual({
      keys: [{ kty: 'RSA', kid: 'mi clave', use: 'sig', alg: 'RS384', n: jwk.n, e: jwk.e }],
    });
  });

  it('may be those in the metadata of a client, of which nothing else is stored', async () => {
    const metadata = {
      client_name: 'Otro nombre',
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://x',
    };
    const { body } = await api.admin.post(
      URL,
      systemBody({ llaves: JSON.stringify({ ...metadata, jwks: { keys: [SOME_KEY] } }) }),
    );
    expect([JSON.parse(body.llaves), body.nombre]).toEqual([{ keys: [SOME_KEY] }, 'Repositorio de pruebas']);
  });

  it('may be ten, and not eleven', async () => {
    const many = (count: number) => jwks(...Array.from({ length: count }, (_, at) => ({ ...SOME_KEY, kid: `k${at}` })));
    expect((await api.admin.post(URL, systemBody({ llaves: many(10) }))).status).toBe(201);
    expect(await keysProblem(many(11))).toBe('Hay 11 claves: deben ser 10 como máximo.');
  });

  it('with a private part are refused, and neither answered nor stored', async () => {
    const { privateKey } = await generateKeyPair('ES384', { extractable: true });
    const secret = { ...(await exportJWK(privateKey)), kid: 'a' };
    const answer = await api.admin.post(URL, systemBody({ llaves: jwks(secret) }));
    expect(answer.text).not.toContain(String(secret.d));
    expect(answer.body.message[0].msg).toContain('Hay una clave privada en el texto.');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const) {
      const { kty, n, e } = rsa;
      expect(await keysProblem(jwks({ kty, n, e, kid: 'a', [member]: rsa[member] }))).toContain('clave privada');
    }
    expect(await keysProblem(jwks({ kty: 'oct', k: 'c2VjcmV0bw', kid: 'a', alg: 'HS256' }))).toContain('clave privada');
  });

  it.each([
    ['no JSON', '{', 'No es un JSON'],
    ['a number', '7', 'Debe ser un conjunto de claves'],
    ['null', 'null', 'Debe ser un conjunto de claves'],
    ['a list', '[]', 'Debe ser un conjunto de claves'],
    ['an address', '"https://otro.example/jwks.json"', 'Debe ser un conjunto de claves'],
    ['no list of keys', '{"keys":{}}', 'Debe ser un conjunto de claves'],
    ['the address of keys', '{"jwks_uri":"https://otro.example/jwks.json"}', 'Abre esa dirección y pega'],
    ['metadata without keys', '{"jwks":{"keys":7}}', 'Debe ser un conjunto de claves'],
    ['no keys', '{"keys":[]}', 'No hay ninguna clave'],
    ['a key that is none', '{"keys":[null]}', 'La clave 1 no es un objeto.'],
    ['a list in a list', '{"keys":[[]]}', 'La clave 1 no es un objeto.'],
    ['inherited members', '{"keys":[{"__proto__":{"kty":"RSA","kid":"a"}}]}', 'le falta «kid»'],
    ['a kid that is a number', '{"keys":[{"kty":"EC","kid":7}]}', 'le falta «kid»'],
    ['a long kid', JSON.stringify({ ...SOME_KEY, kid: 'x'.repeat(201) }), 'más de 200 caracteres'],
    ['a NUL in the kid', JSON.stringify({ ...SOME_KEY, kid: 'a\u0000b' }), 'no se pueden guardar'],
    ['half of a character in the kid', JSON.stringify({ ...SOME_KEY, kid: 'a\ud800b' }), 'no se pueden guardar'],
    ['a kind that does not exist', '{"keys":[{"kty":"rsa","kid":"a"}]}', 'debe ser RSA'],
    ['a key for encryption', JSON.stringify({ ...SOME_KEY, use: 'enc' }), 'no es para firmar'],
    ['a key for signing only', JSON.stringify({ ...SOME_KEY, key_ops: ['sign'] }), '«key_ops» debe tener «verify»'],
    ['a key of another algorithm', JSON.stringify({ ...SOME_KEY, alg: 'ES256' }), '«alg» debe ser «ES384»'],
    ['another curve', JSON.stringify({ ...SOME_KEY, crv: 'P-256' }), 'debe ser P-384'],
    ['a point off its curve', JSON.stringify({ ...SOME_KEY, y: SOME_KEY.x }), 'no es una clave pública válida'],
    ['a short coordinate', JSON.stringify({ ...SOME_KEY, x: 'AAAA' }), 'no es una clave P-384'],
    ['a coordinate with padding', JSON.stringify({ ...SOME_KEY, x: `${SOME_KEY.x}=` }), 'no es una clave P-384'],
    ['a modulus that is a number', '{"kty":"RSA","kid":"a","n":1,"e":"AQAB"}', 'no es una clave RSA'],
    ['an empty modulus', '{"kty":"RSA","kid":"a","n":"","e":"AQAB"}', 'no es una clave RSA'],
    ['two keys of one name', jwks(SOME_KEY, SOME_KEY), 'Dos claves se llaman igual: «firma-1».'],
    ['nesting of 5,000', '['.repeat(5_000) + ']'.repeat(5_000), 'Debe ser un conjunto de claves'],
    ['a text that is too long', JSON.stringify({ ...SOME_KEY, nota: 'x'.repeat(20_000) }), 'demasiado largo'],
  ])('with %s are refused', async (_, llaves, sentence) => {
    expect(await keysProblem(llaves)).toContain(sentence);
  });

  it('that are weak or of other algorithms are refused', async () => {
    expect(await keysProblem(jwks(rsaOf(1024)))).toContain('de 1024 bits');
    expect(await keysProblem(jwks(rsaOf(2047)))).toContain('de 2047 bits');
    expect((await api.admin.post(URL, systemBody({ llaves: jwks(rsaOf(2048)) }))).status).toBe(201);
    expect(await keysProblem(jwks(rsaOf(2048, 3)))).toContain('exponente');
    // Zeros in front do not make a key longer.
    const short = rsaOf(1024);
    const padded = Buffer.concat([Buffer.alloc(128), Buffer.from(String(short.n), 'base64url')]).toString('base64url');
    expect(await keysProblem(jwks({ ...short, n: padded }))).toContain('de 1024 bits');
    const huge = Buffer.alloc(1_025, 0xff).toString('base64url');
    expect(await keysProblem(jwks({ ...short, n: huge }))).toContain('de 8200 bits');
    for (const alg of ['ES256', 'ES512', 'EdDSA']) {
      const problem = await keysProblem(jwks(await exported(alg)));
      expect(problem).toMatch(/debe ser (P-384|RSA)/);
    }
  });
});

describe('the configuration of SMART', () => {
  it.each(['/.well-known/smart-configuration', '/fhir/.well-known/smart-configuration'])(
    'is public at %s',
    async (url) => {
      const { status, body } = await api.anonymous.get(url);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        token_endpoint: TOKEN_URL,
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
        grant_types_supported: ['client_credentials'],
        scopes_supported: expect.arrayContaining(['system/*.rs', 'system/Patient.rs', 'dhis2.read']),
      });
    },
  );

  it('names the address that a setting gives, for which assertions must be', async () => {
    const url = 'https://libreta.salud.gob.ec/fhir';
    const app = await buildApp({ database: api.database, secret: SECRET, exchange: { url } });
    const client = new ApiClient(app);
    expect((await client.get('/.well-known/smart-configuration')).body.token_endpoint).toBe(`${url}/token`);
    const keys = await newKeys();
    const system = (await api.admin.post(URL, systemBody({ llaves: jwks(keys.jwk) }))).body;
    const ask = async (claims: JWTPayload) =>
      client.raw('POST', '/fhir/token', tokenForm(await assertionOf({ system, keys }, { claims })), FORM);
    expect((await ask({})).status).toBe(401);
    expect((await ask({ aud: `${url}/token` })).status).toBe(200);
    await app.close();
  });

  it('believes a proxy only if it is trusted, and no host that is none', async () => {
    const endpoint = async (trustProxy: string | undefined, headers: Record<string, string>) => {
      const app = await buildApp({ database: api.database, secret: SECRET, trustProxy });
      const answer = await new ApiClient(app).send({ method: 'GET', url: '/.well-known/smart-configuration', headers });
      await app.close();
      return answer.body.token_endpoint;
    };
    const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'libreta.salud.gob.ec' };
    expect(await endpoint('loopback', proxied)).toBe('https://libreta.salud.gob.ec/fhir/token');
    expect(await endpoint(undefined, proxied)).toBe(TOKEN_URL);
    expect(await endpoint(undefined, { host: 'a"><script>' })).toBe('http://localhost/fhir/token');
  });
});

it('with FHIR=off nothing of it answers, and a token reads no more', async () => {
  const keys = await newKeys();
  const system = (await api.admin.post(URL, systemBody({ llaves: jwks(keys.jwk) }))).body;
  const form = tokenForm(await assertionOf({ system, keys }));
  const token = (await api.anonymous.raw('POST', '/fhir/token', form, FORM)).body.access_token;
  const readerBy = async (fhir: boolean) => {
    const app = await buildApp({ database: api.database, secret: SECRET, fhir });
    app.get('/lector-de-prueba', async (request, reply) => ({ reader: await app.readerOf(request, reply) }));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await new ApiClient(app).send({ method: 'GET', url: '/lector-de-prueba', headers });
    const client = new ApiClient(app, api.admin.token);
    const statuses: number[] = [];
    for (const url of ['/.well-known/smart-configuration', '/fhir/.well-known/smart-configuration', URL])
      statuses.push((await client.get(url)).status);
    statuses.push((await client.raw('POST', '/fhir/token', '', FORM)).status);
    const { fhir: setting } = (await client.get('/api/ajustes')).body;
    await app.close();
    return { reader: answer.body.reader?.doer.id ?? null, statuses, setting };
  };
  expect(await readerBy(true)).toEqual({ reader: system._id, statuses: [200, 200, 200, 400], setting: true });
  expect(await readerBy(false)).toEqual({ reader: null, statuses: [404, 404, 404, 404], setting: false });
});
