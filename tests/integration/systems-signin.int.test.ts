import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#domain/calendar.ts';
import { derivedKey } from '#server/accounts/derived-key.ts';
import { rawRows } from '#server/db/raw-rows.ts';
import { buildApp } from '#server/start/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { stoppedClock } from '../support/clock.ts';
import { newAddress } from '../support/new-address.ts';
import {
  askToken,
  assertionOf,
  FORM,
  jwks,
  newKeys,
  printOf,
  type RegisteredSystem,
  registeredSystem,
  systemBody,
  TOKEN_URL,
  tokenForm,
} from '../support/systems.ts';
import { SECRET, startTestApi, type TestApi } from '../support/test-api.ts';

const READER = '/lector-de-prueba';

const clock = stoppedClock();
let api: TestApi;
/** The same application with a route that answers who reads, as those of /fhir and DHIS2 ask. */
let reading: FastifyInstance;
let rsa: RegisteredSystem;
let ec: RegisteredSystem;
beforeAll(async () => {
  api = await startTestApi({ now: clock.now });
  reading = await buildApp({ database: api.database, secret: SECRET, now: clock.now });
  reading.get(READER, async (request, reply) => ({ reader: await reading.readerOf(request, reply) }));
  await reading.ready();
  rsa = await registeredSystem(api, { nombre: 'Sistema RSA' }, 'RS384');
  ec = await registeredSystem(api, { nombre: 'Sistema EC' }, 'ES384');
});
afterAll(async () => {
  await reading.close();
  await api.close();
});

const seconds = () => Math.floor(clock.now().getTime() / 1_000);
const signIn = async (registered: RegisteredSystem, claims: JWTPayload = {}, header: object = {}) =>
  askToken(api, tokenForm(await assertionOf(registered, { claims, header, now: clock.now() })));
const valid = (registered: RegisteredSystem) => assertionOf(registered, { now: clock.now() });
/** Signs with other keys in the name of a system. */
const forged = (registered: RegisteredSystem, keys: RegisteredSystem['keys']) =>
  assertionOf({ ...registered, keys: { ...keys, jwk: registered.keys.jwk } }, { now: clock.now() });

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = ({ system }: RegisteredSystem) => ({
  ...{ iss: system._id, sub: system._id, aud: TOKEN_URL, exp: seconds() + 240, jti: crypto.randomUUID() },
});

/** A JWT of any header with any bytes as its signature. */
function rawJwt(header: object, claims: object, signature: (input: string) => string): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${signature(input)}`;
}

const INVALID_CLIENT = { status: 401, body: { error: 'invalid_client' } };

/** The status of a call that systems cannot make; a system's token is none of a session. */
const asSession = (token: string) => api.client(token).get('/api/perfil');

async function journalOf(id: string) {
  await api.app.journalWritten();
  return (await api.admin.get('/api/auditoria', { persona: id })).body;
}

describe('a system signs in', () => {
  it.each(['RS384', 'ES384'] as const)(
    'with an assertion signed by %s, and gets a token of five minutes',
    async (alg) => {
      const answer = await signIn(alg === 'RS384' ? rsa : ec);
      expect(answer).toMatchObject({
        status: 200,
        body: { token_type: 'bearer', expires_in: 300, scope: 'system/*.rs', access_token: expect.any(String) },
      });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    },
  );

  it('for some of its scopes, each named once', async () => {
    const scope = 'system/Patient.r system/Patient.r system/Observation.rs';
    const answer = await askToken(api, tokenForm(await valid(ec), { scope }));
    expect(answer.body).toMatchObject({ scope: 'system/Patient.r system/Observation.rs' });
  });

  it('and is named in the journal, in its list, its search and its file', async () => {
    const registered = await registeredSystem(api, { nombre: 'Repositorio Ñandú' });
    expect((await signIn(registered)).status).toBe(200);
    const { _id } = registered.system;
    const [entry] = await journalOf(_id);
    expect(entry).toMatchObject({
      accion: 'entrar',
      tipo: 'sistema',
      usuario: _id,
      nombre: 'Repositorio Ñandú',
      quien: { nombre: 'Repositorio Ñandú', apellido: '', cedula: '' },
      cambios: [{ campo: 'alcances', antes: null, despues: 'system/*.rs' }],
    });
    const query = { q: 'nandu', usuario: _id };
    expect((await api.admin.get('/api/auditoria', query)).body).toHaveLength(1);
    const { text } = await api.admin.get('/api/auditoria/exportar.csv', query);
    expect(text).toContain('Repositorio Ñandú');
  });

  it('and its last use is kept', async () => {
    const registered = await registeredSystem(api);
    expect(await systemOf(`Bearer ${await freshToken(registered)}`)).toMatchObject({
      doer: { id: registered.system._id },
    });
    await expect
      .poll(async () => (await api.admin.get('/api/sistemas')).body)
      .toContainEqual(expect.objectContaining({ _id: registered.system._id, ultimoUso: clock.now().toISOString() }));
  });
});

/** Who a request reads as. */
const readerWith = async (headers: Record<string, string>) => {
  const { status, body } = await new ApiClient(reading).send({ method: 'GET', url: READER, headers });
  return status === 200 ? body.reader : status;
};
const systemOf = (authorization: string) => readerWith({ authorization });

describe('an assertion is refused', () => {
  it('that another key has signed, whatever its name', async () => {
    expect(await askToken(api, tokenForm(await forged(ec, await newKeys('ES384'))))).toMatchObject(INVALID_CLIENT);
    expect(await askToken(api, tokenForm(await forged(rsa, await newKeys('RS384'))))).toMatchObject(INVALID_CLIENT);
    expect(await signIn(ec, {}, { kid: 'otra' })).toMatchObject(INVALID_CLIENT);
    expect(await signIn(ec, {}, { kid: rsa.keys.jwk.kid })).toMatchObject(INVALID_CLIENT);
  });

  it('that carries its own key, or the address of one, which is never used', async () => {
    const keys = await newKeys('ES384');
    const change = {
      now: clock.now(),
      header: { jwk: keys.jwk, jku: 'https://otro.example/llaves', x5u: 'https://otro.example' },
    };
    const assertion = await assertionOf({ ...ec, keys: { ...keys, jwk: ec.keys.jwk } }, change);
    expect(await askToken(api, tokenForm(assertion))).toMatchObject(INVALID_CLIENT);
  });

  it('that was used before, also for another token or with another spelling of the form', async () => {
    const assertion = await valid(ec);
    expect((await askToken(api, tokenForm(assertion))).status).toBe(200);
    expect(await askToken(api, tokenForm(assertion))).toMatchObject({
      ...INVALID_CLIENT,
      body: { error: 'invalid_client', error_description: 'jti was used before' },
    });
    expect(await askToken(api, tokenForm(assertion, { scope: 'system/Patient.rs' }))).toMatchObject(INVALID_CLIENT);
  });

  it('with a used jti, also with other claims, but not of another system', async () => {
    const jti = 'la-misma';
    expect((await signIn(ec, { jti })).status).toBe(200);
    expect(await signIn(ec, { jti, exp: seconds() + 100 })).toMatchObject(INVALID_CLIENT);
    expect((await signIn(rsa, { jti })).status).toBe(200);
  });

  it('that is used sixteen times at once, but once', async () => {
    const form = tokenForm(await valid(ec));
    const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await askToken(api, form)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
  });

  it.each([
    ['that is late', () => ({ exp: seconds() - 1 })],
    ['that expires now', () => ({ exp: seconds() })],
    ['of more than five minutes', () => ({ exp: seconds() + 302 })],
    ['of a far future', () => ({ exp: seconds() + 10 * 365 * 86_400 })],
    ['of an endless future', () => ({ exp: 1e300 })],
    ['of the past of all', () => ({ exp: -1 })],
    ['that is not valid yet', () => ({ nbf: seconds() + 60 })],
    ['without an end', () => ({ exp: undefined })],
    ['with a text as its end', () => ({ exp: '9999999999' as never })],
    ['for another address', () => ({ aud: 'https://otro.example/fhir/token' })],
    ['for the address of FHIR', () => ({ aud: TOKEN_URL.replace('/token', '') })],
    ['for several addresses', () => ({ aud: [TOKEN_URL, 'https://otro.example/fhir/token'] })],
    ['for none', () => ({ aud: undefined })],
    ['without an id of its own', () => ({ jti: undefined })],
    ['with an empty id', () => ({ jti: '' })],
    ['with an id of 201 characters', () => ({ jti: 'x'.repeat(201) })],
    ['with a list as its id', () => ({ jti: ['a'] as never })],
    ['of another issuer', () => ({ iss: 'https://otro.example' })],
    ['of another subject', () => ({ sub: crypto.randomUUID() })],
    ['of another system', () => ({ iss: ec.system._id, sub: ec.system._id })],
    ['of no system', () => ({ iss: crypto.randomUUID(), sub: crypto.randomUUID() })],
    ['without issuer and subject', () => ({ iss: undefined, sub: undefined })],
  ] as [string, () => JWTPayload][])('%s', async (_, claims) => {
    expect(await signIn(rsa, claims())).toMatchObject(INVALID_CLIENT);
  });

  it('with an id of 200 characters, and one that expires in five minutes, are accepted', async () => {
    expect((await signIn(ec, { jti: 'ñ'.repeat(200) })).status).toBe(200);
    expect((await signIn(ec, { exp: seconds() + 300 })).status).toBe(200);
    expect((await signIn(ec, { aud: [TOKEN_URL] })).status).toBe(200);
  });

  it('that is not signed', async () => {
    const header = { typ: 'JWT', kid: ec.keys.jwk.kid };
    for (const alg of ['none', 'None', 'NONE', '', undefined])
      for (const signature of ['', 'AAAA'])
        expect(await askToken(api, tokenForm(rawJwt({ ...header, alg }, claimsOf(ec), () => signature)))).toMatchObject(
          INVALID_CLIENT,
        );
  });

  it('whose secret is the public key: the algorithm is that of the key', async () => {
    const pem = createPublicKey({ key: rsa.keys.jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const secrets = [pem, jwks(rsa.keys.jwk), JSON.stringify(rsa.keys.jwk), String(rsa.keys.jwk.n), SECRET];
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      // Named as the right algorithm, made by the secret.
      ['RS384', 'sha384'],
    ] as const)
      for (const secret of secrets) {
        const made = (input: string) => createHmac(hash, secret).update(input).digest('base64url');
        const assertion = rawJwt({ alg, kid: rsa.keys.jwk.kid }, claimsOf(rsa), made);
        expect(await askToken(api, tokenForm(assertion))).toMatchObject(INVALID_CLIENT);
      }
  });

  it('of another algorithm, even if the key could sign by it', async () => {
    const rsaKey = createPublicKey({ key: rsa.keys.jwk as never, format: 'jwk' });
    expect(rsaKey.asymmetricKeyType).toBe('rsa');
    for (const alg of ['RS256', 'RS512', 'PS384']) {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      const kid = crypto.randomUUID();
      const { alg: _, ...jwk } = { ...(await exportJWK(publicKey)), kid, alg };
      const registered = await registeredSystem(api, { llaves: jwks(jwk) });
      const assertion = await new SignJWT(claimsOf(registered)).setProtectedHeader({ alg, kid }).sign(privateKey);
      expect(await askToken(api, tokenForm(assertion))).toMatchObject(INVALID_CLIENT);
    }
    const p256 = await generateKeyPair('ES256');
    const assertion = await new SignJWT(claimsOf(ec))
      .setProtectedHeader({ alg: 'ES256', kid: String(ec.keys.jwk.kid) })
      .sign(p256.privateKey);
    expect(await askToken(api, tokenForm(assertion))).toMatchObject(INVALID_CLIENT);
  });

  it('whose algorithm is that of the other kind of key', async () => {
    const both = jwks({ ...rsa.keys.jwk, kid: 'a' }, { ...ec.keys.jwk, kid: 'b' });
    const { system } = await registeredSystem(api, { llaves: both });
    const as = (keys: RegisteredSystem['keys'], kid: string) =>
      assertionOf({ system, keys }, { now: clock.now(), header: { kid } });
    expect(await askToken(api, tokenForm(await as(rsa.keys, 'b')))).toMatchObject(INVALID_CLIENT);
    expect(await askToken(api, tokenForm(await as(ec.keys, 'a')))).toMatchObject(INVALID_CLIENT);
    expect((await askToken(api, tokenForm(await as(rsa.keys, 'a')))).status).toBe(200);
    expect((await askToken(api, tokenForm(await as(ec.keys, 'b')))).status).toBe(200);
  });

  it('with a signature of zeros, or in the encoding of certificates (DER)', async () => {
    const header = { alg: 'ES384', kid: ec.keys.jwk.kid };
    const zeros = rawJwt(header, claimsOf(ec), () => Buffer.alloc(96).toString('base64url'));
    expect(await askToken(api, tokenForm(zeros))).toMatchObject(INVALID_CLIENT);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const registered = await registeredSystem(api, {
      llaves: jwks({ ...publicKey.export({ format: 'jwk' }), kid: 'k' }),
    });
    const signedBy = (dsaEncoding: 'der' | 'ieee-p1363') =>
      rawJwt({ alg: 'ES384', kid: 'k' }, claimsOf(registered), (input) =>
        signBytes('sha384', Buffer.from(input), { key: privateKey, dsaEncoding }).toString('base64url'),
      );
    expect(await askToken(api, tokenForm(signedBy('der')))).toMatchObject(INVALID_CLIENT);
    expect((await askToken(api, tokenForm(signedBy('ieee-p1363')))).status).toBe(200);
  });

  it('whose header demands what no server knows', async () => {
    const header = { alg: 'ES384', kid: ec.keys.jwk.kid, crit: ['b64'], b64: false };
    const raw = rawJwt(header, claimsOf(ec), () => Buffer.alloc(96).toString('base64url'));
    expect(await askToken(api, tokenForm(raw))).toMatchObject(INVALID_CLIENT);
  });

  it.each(['', 'x', '.', '..', 'a.b.c', 'a.b.c.d.e', '{}', 'null', `${'a'.repeat(8_000)}.b.c`])(
    'that is no JWT: %s',
    async (assertion) => {
      const { status, body } = await askToken(api, tokenForm(assertion));
      expect([status, body.error]).toEqual(assertion === '' ? [400, 'invalid_request'] : [401, 'invalid_client']);
    },
  );

  it('whose claims are no object, or whose subject is no id', async () => {
    const header = encoded({ alg: 'ES384', kid: 'a' });
    for (const claims of ['null', '[]', '"a"', '1', '{"iss":{},"sub":{}}', '{"iss":"\'; --","sub":"\'; --"}', '{'])
      expect(
        await askToken(api, tokenForm(`${header}.${Buffer.from(claims).toString('base64url')}.AAAA`)),
      ).toMatchObject(INVALID_CLIENT);
  });
});

describe('a request for a token is refused', () => {
  it.each([
    ['without a grant type', { grant_type: undefined }, 'invalid_request'],
    ['of another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['of a code', { grant_type: 'authorization_code' }, 'unsupported_grant_type'],
    ['without an assertion', { client_assertion: undefined }, 'invalid_request'],
    ['without a type of assertion', { client_assertion_type: undefined }, 'invalid_request'],
    ['of another type of assertion', { client_assertion_type: 'saml2-bearer' }, 'invalid_request'],
    ['without scopes', { scope: undefined }, 'invalid_request'],
    ['with blank scopes', { scope: '  ' }, 'invalid_scope'],
    ['with a quoted scope', { scope: 'system/"Patient".rs' }, 'invalid_scope'],
    ['for writing', { scope: 'system/Patient.cruds' }, 'invalid_scope'],
    ['for the scopes of a person', { scope: 'user/*.rs' }, 'invalid_scope'],
    ['for a patient', { scope: 'patient/*.rs' }, 'invalid_scope'],
    ['for something unknown', { scope: 'system/*.rs openid' }, 'invalid_scope'],
    ['for a part of a type', { scope: 'system/Observation.rs?category=vital-signs' }, 'invalid_scope'],
    ['for what was not given', { scope: 'dhis2.read' }, 'invalid_scope'],
    ['for 51 scopes', { scope: Array.from({ length: 51 }, (_, at) => `system/X${at}.rs`).join(' ') }, 'invalid_scope'],
  ])('%s', async (_, change, error) => {
    expect(await askToken(api, tokenForm(await valid(ec), change))).toMatchObject({ status: 400, body: { error } });
  });

  it('with a secret, or with another client id than the assertion’s', async () => {
    expect(await askToken(api, tokenForm(await valid(ec), { client_secret: 'secreto' }))).toMatchObject(INVALID_CLIENT);
    const other = { client_id: rsa.system._id };
    expect(await askToken(api, tokenForm(await valid(ec), other))).toMatchObject(INVALID_CLIENT);
    expect((await askToken(api, tokenForm(await valid(ec), { client_id: ec.system._id }))).status).toBe(200);
  });

  it('with a parameter that is repeated, or in the address', async () => {
    const form = tokenForm(await valid(ec));
    expect(await askToken(api, `${form}&scope=system%2F*.rs`)).toMatchObject({ body: { error: 'invalid_request' } });
    const inAddress = await api.client(undefined, newAddress()).raw('POST', `/fhir/token?${form}`, '', FORM);
    expect(inAddress).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('with %s', async (method) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await api.anonymous.send({ method, url: '/fhir/token', payload: '{}', headers });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    if (method !== 'HEAD') expect(answer.body.error).toBe('invalid_request');
  });

  it('with a parameter in the address alone', async () => {
    const client = api.client(undefined, newAddress());
    expect(await client.raw('POST', '/fhir/token?scope=x', tokenForm(await valid(ec)), FORM)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });

  it('with a password in its header', async () => {
    const payload = tokenForm(await valid(ec));
    const headers = { 'content-type': FORM, authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
    const answer = await api.anonymous.send({ method: 'POST', url: '/fhir/token', payload, headers });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('as JSON, and beyond 16 kB', async () => {
    const json = await api.client(undefined, newAddress()).post('/fhir/token', { grant_type: 'client_credentials' });
    expect(json).toMatchObject({ status: 415, body: { error: 'invalid_request' } });
    const form = tokenForm(await valid(ec));
    const filled = (bytes: number) => `${form}&x=${'y'.repeat(bytes - form.length - 3)}`;
    expect((await askToken(api, filled(16 * 1024))).status).toBe(200);
    expect(await askToken(api, filled(16 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { error: 'invalid_request' },
    });
  });

  it('with thousands of parameters, in no more than a moment', async () => {
    const { status, headers } = await askToken(api, 'a&'.repeat(8_000));
    expect(status).toBe(400);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('scopes that were not given', () => {
  it('are refused as a whole, and the assertion is used up', async () => {
    const registered = await registeredSystem(api, { alcances: ['system/Patient.rs', 'system/Observation.rs'] });
    const assertion = await valid(registered);
    const scope = 'system/Patient.rs system/Immunization.rs';
    expect(await askToken(api, tokenForm(assertion, { scope }))).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope', error_description: 'not given to this client: system/Immunization.rs' },
    });
    expect(await askToken(api, tokenForm(assertion, { scope: 'system/Patient.rs' }))).toMatchObject(INVALID_CLIENT);
    expect(await askToken(api, tokenForm(await valid(registered)))).toMatchObject({ body: { error: 'invalid_scope' } });
    const [, , entry] = await journalOf(registered.system._id);
    expect(entry).toMatchObject({
      accion: 'rechazar',
      usuario: registered.system._id,
      cambios: [
        { campo: 'motivo', despues: 'permiso no dado' },
        { campo: 'alcances', despues: scope },
      ],
    });
  });

  it('are taken from a token at once', async () => {
    const registered = await registeredSystem(api);
    const token = await freshToken(registered, 'system/Patient.rs system/Observation.rs');
    const body = systemBody({ llaves: jwks(registered.keys.jwk), alcances: ['system/Patient.rs'] });
    expect((await api.admin.put(`/api/sistemas/${registered.system._id}`, body)).status).toBe(200);
    expect(await systemOf(`Bearer ${token}`)).toMatchObject({ scopes: ['system/Patient.rs'] });
  });

  it('are taken from a token for everything, which keeps those that are left', async () => {
    const registered = await registeredSystem(api);
    const [all, some] = [await freshToken(registered), await freshToken(registered, 'system/Patient.r')];
    const alcances = ['system/Patient.rs', 'system/Condition.rs'];
    const body = systemBody({ llaves: jwks(registered.keys.jwk), alcances });
    expect((await api.admin.put(`/api/sistemas/${registered.system._id}`, body)).status).toBe(200);
    expect(await systemOf(`Bearer ${all}`)).toMatchObject({ scopes: alcances });
    expect(await systemOf(`Bearer ${some}`)).toMatchObject({ scopes: ['system/Patient.r'] });
  });
});

async function freshToken(registered: RegisteredSystem, scope = 'system/*.rs'): Promise<string> {
  return (await askToken(api, tokenForm(await valid(registered), { scope }))).body.access_token;
}

describe('a token', () => {
  it('reads as its system, with its scopes and places', async () => {
    const lugares = [
      { provincia: 'CHIMBORAZO', canton: 'COLTA' },
      { provincia: 'LOJA', canton: '' },
    ];
    const registered = await registeredSystem(api, { lugares });
    const token = await freshToken(registered, 'system/Patient.rs');
    for (const scheme of ['Bearer', 'bearer'])
      expect(await systemOf(`${scheme} ${token}`)).toMatchObject({
        doer: { id: registered.system._id },
        scopes: ['system/Patient.rs'],
        places: [
          { provincia: 'CHIMBORAZO', canton: 'COLTA' },
          { provincia: 'LOJA', canton: null },
        ],
      });
  });

  it('ends after five minutes', async () => {
    const token = await freshToken(ec);
    clock.pass(299);
    expect(await systemOf(`Bearer ${token}`)).not.toBeNull();
    clock.pass(2);
    expect(await systemOf(`Bearer ${token}`)).toBeNull();
  });

  it.each([
    ['is revoked', (id: string) => api.admin.delete(`/api/sistemas/${id}`)],
    [
      'gets other keys',
      async (id: string) => api.admin.put(`/api/sistemas/${id}`, systemBody({ llaves: jwks((await newKeys()).jwk) })),
    ],
    [
      'gets a last day that is over',
      (id: string) =>
        api.database.db.execute(
          sql`update sistema set hasta = ${addDays(today(clock.now()), -1)} where _id = ${id}::uuid`,
        ),
    ],
    [
      'is deleted from the database',
      (id: string) => api.database.db.execute(sql`delete from sistema where _id = ${id}::uuid`),
    ],
  ] as [string, (id: string) => Promise<unknown>][])(
    'ends at once when its system %s, and no other is given',
    async (_, end) => {
      const registered = await registeredSystem(api);
      const token = await freshToken(registered);
      expect(await systemOf(`Bearer ${token}`)).not.toBeNull();
      await end(registered.system._id);
      expect(await systemOf(`Bearer ${token}`)).toBeNull();
      expect(await signIn(registered)).toMatchObject(INVALID_CLIENT);
    },
  );

  it('is no session', async () => {
    const token = await freshToken(ec);
    expect((await asSession(token)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    for (const url of ['/api/perfil', '/api/nino', '/api/sistemas', '/api/users'])
      expect((await api.anonymous.send({ method: 'GET', url, headers })).status).toBe(401);
    expect((await api.client(token).post('/api/auth/signout', {})).status).toBe(401);
  });

  it('is not made of another signature of the same claims', async () => {
    const token = await freshToken(ec);
    const [header = '', claims = ''] = token.split('.');
    const input = `${header}.${claims}`;
    for (const key of [SECRET, derivedKey(SECRET, 'otra cosa'), '']) {
      const signature = createHmac('sha256', key).update(input).digest('base64url');
      expect(await systemOf(`Bearer ${input}.${signature}`)).toBeNull();
    }
    expect(await systemOf(`Bearer ${encoded({ alg: 'none', typ: 'at+jwt' })}.${claims}.`)).toBeNull();
    expect(await systemOf(`Bearer ${token}x`)).toBeNull();
    expect(await systemOf(`Basic ${token}`)).toBeNull();
    expect(await systemOf(`Bearer ${'x'.repeat(20_000)}`)).toBeNull();
  });

  it('is not made of other claims with its own key', async () => {
    const key = await importJWK(
      { kty: 'oct', k: derivedKey(SECRET, 'fichas de sistemas').toString('base64url') },
      'HS256',
    );
    const made = (claims: JWTPayload, typ = 'at+jwt', audience = 'libreta: sistemas') =>
      new SignJWT({ epoca: 1, scope: 'system/*.rs', ...claims })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuer('libreta')
        .setAudience(audience)
        .setSubject(ec.system._id)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + 60)
        .sign(key);
    expect(await systemOf(`Bearer ${await made({})}`)).not.toBeNull();
    expect(await systemOf(`Bearer ${await made({ epoca: 2 })}`)).toBeNull();
    expect(await systemOf(`Bearer ${await made({}, 'JWT')}`)).toBeNull();
    expect(await systemOf(`Bearer ${await made({}, 'at+jwt', 'otra')}`)).toBeNull();
    expect(await systemOf(`Bearer ${await made({ scope: 7 as never })}`)).toBeNull();
  });
});

describe('an administrator’s session reads too', () => {
  it('with all scopes and places; other accounts are refused, and nobody is nobody', async () => {
    const own = (token = '') => readerWith({ 'x-access-token': token });
    expect(await own(api.admin.token)).toMatchObject({ doer: { id: api.admin.id }, places: null });
    expect(await systemOf(`Bearer ${api.admin.token}`)).toMatchObject({ doer: { id: api.admin.id } });
    for (const role of ['ROLE_SUPERVISOR', 'ROLE_BRIGADA', 'ROLE_USUARIO'] as const)
      expect(await own((await api.user(role)).token)).toBe(403);
    expect(await readerWith({})).toBeNull();
  });
});

describe('failures', () => {
  it('close a system after ten for that address, even to its key, and no other system or address', async () => {
    const registered = await registeredSystem(api);
    const client = api.client(undefined, newAddress());
    const wrong = await newKeys();
    for (let time = 0; time < 10; time += 1)
      expect((await askToken(api, tokenForm(await forged(registered, wrong)), client)).status).toBe(401);
    const closed = await askToken(api, tokenForm(await valid(registered)), client);
    expect(closed).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(closed.headers['retry-after'])).toBe(900);
    expect(closed.headers['cache-control']).toBe('no-store');
    expect((await askToken(api, tokenForm(await valid(ec)), client)).status).toBe(200);
    expect((await signIn(registered)).status).toBe(200);
    clock.pass(901);
    expect((await askToken(api, tokenForm(await valid(registered)), client)).status).toBe(200);
  });

  it('close an address after a hundred, for systems and not for people', async () => {
    const client = api.client(undefined, newAddress());
    for (let time = 0; time < 100; time += 1) {
      const claims = { ...claimsOf(ec), iss: crypto.randomUUID() };
      const assertion = rawJwt({ alg: 'ES384', kid: 'a' }, { ...claims, sub: claims.iss }, () => 'AAAA');
      expect((await askToken(api, tokenForm(assertion), client)).status).toBe(401);
    }
    expect((await askToken(api, tokenForm(await valid(ec)), client)).status).toBe(429);
    const { cedula, password } = api.admin;
    const person = await client.post('/api/auth/signin', { cedula, password });
    expect(person.status).not.toBe(429);
  });

  it('of replays, late assertions and scopes are counted too', async () => {
    const registered = await registeredSystem(api, { alcances: ['system/Patient.rs'] });
    const client = api.client(undefined, newAddress());
    const late = () => assertionOf(registered, { now: clock.now(), claims: { exp: seconds() - 5 } });
    for (let time = 0; time < 5; time += 1) {
      expect((await askToken(api, tokenForm(await late()), client)).status).toBe(401);
      expect((await askToken(api, tokenForm(await valid(registered)), client)).status).toBe(400);
    }
    expect((await askToken(api, tokenForm(await valid(registered)), client)).status).toBe(429);
  });

  it('are in the journal about the system, and by it once its signature is right', async () => {
    const registered = await registeredSystem(api, { nombre: 'Sistema equivocado' });
    const { _id } = registered.system;
    await askToken(api, tokenForm(await forged(registered, await newKeys())));
    await signIn(registered, { exp: seconds() - 100 });
    const [late, wrong] = await journalOf(_id);
    expect(wrong).toMatchObject({
      ...{
        accion: 'rechazar',
        tipo: 'sistema',
        registro: _id,
        nombre: 'Sistema equivocado',
        quien: null,
        usuario: null,
      },
      cambios: [{ campo: 'motivo', despues: 'firma equivocada' }],
    });
    expect(late).toMatchObject({
      ...{ accion: 'rechazar', usuario: _id, quien: { nombre: 'Sistema equivocado' } },
      cambios: [{ campo: 'motivo', despues: 'aserción vencida' }],
    });
  });
});

it('used assertions are deleted some minutes after they expire, and only those', async () => {
  const kept = async () =>
    (await rawRows<{ huella: string }>(api.database.db, sql`select huella from sistema_aserto`)).map(
      ({ huella }) => huella,
    );
  await signIn(ec, { jti: 'vieja' });
  clock.pass(600);
  await signIn(rsa, { jti: 'vieja' });
  expect((await kept()).filter((huella) => huella === printOf('vieja'))).toHaveLength(2);
  clock.pass(500);
  await signIn(ec, { jti: 'nueva' });
  expect((await kept()).toSorted()).toEqual([printOf('vieja'), printOf('nueva')].toSorted());
  expect(await signIn(rsa, { jti: 'vieja' })).toMatchObject(INVALID_CLIENT);
});

it('a token works on the last day of its system, and not on the day after', async () => {
  const registered = await registeredSystem(api, { hasta: today(clock.now()) });
  expect(await systemOf(`Bearer ${await freshToken(registered)}`)).not.toBeNull();
  clock.pass(86_400);
  expect(await signIn(registered)).toMatchObject(INVALID_CLIENT);
});
