import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { RECORD_LIST } from '#domain/records/index.ts';
import { creationPrint } from '#server/modules/records/operation-print.ts';
import { hashOf } from './receipts.ts';

const ID = '0b0f5f0a-1111-4222-8333-444455556666';

/** Hashes in receipts from before 2026-11-24, which must still recognise a retry. */
const STORED: Readonly<Record<string, string>> = {
  mujer: '99c77aefe8dcd03cd87a333bd6e0bf49c188e5135beee4c8702d41b07e87e678',
  nino: '9c71054f4cd1c7a92cea6b637a559e6a043e303ccbe30a5b557b065561d9c693',
  etmi: '8beb75f2afac5c7db3e4e07e72a8d2775c72024136c44488dbc93c5e3526cb53',
  controlmujer: 'fed13fe7f1deaab8911b903804aabb4f8dd00a310618aab84fe989e975a7edce',
  vacunamujer: 'a4cddd17cc30f8e59e28ee59374d7676f09182ace1d8ba795816ba4267495886',
  rn: '075aeba691a52e463acb83d0e2db988cc1a2bd01f284a9e23efef4948e270b4c',
  vacuna: '5403a029203505b91755d9c001da08171bc37cc8797903aacbc589e79c01f7e7',
  tamizaje: 'cb9bef8522bd4db4c206cfb7faf654f19e3a57413f95b63ae8a6b0ffb040c7ff',
  anemia: 'ae7b159f4e5246b108e4ca2fa3bc5c5701298b123c8a5b56d7cc65c45b851339',
  control: '8513a815c44ffb33d142b539fffe1001d7a05f0de20e75fb67d7afefc24c26d9',
};

describe('the hash of a content', () => {
  it.each(Object.entries(STORED))('of an example of %s is the one in stored receipts', (key, stored) => {
    const definition = RECORD_LIST.find((one) => one.key === key);
    if (!definition) throw new Error(`${key} is no record type`);
    const values = definition.schema.parse(definition.example);
    const content = { values, parentId: definition.parent ? ID : null };
    const sent = { huella: 'of what is sent', isOf: (other: string) => other === 'of what is sent' };
    const { isOf } = creationPrint(definition, sent, values, content.parentId ?? undefined);
    expect([hashOf(content), isOf(`${key}:${stored}`), isOf(`${key}:${stored}0`), isOf('')]).toEqual([
      stored,
      true,
      false,
      false,
    ]);
  });

  it('does not depend on the order of keys', () => {
    const one = { b: [{ y: 1, x: 'ñ' }, null], a: undefined, c: true };
    const other = { c: true, b: [{ x: 'ñ', y: 1 }, null] };
    expect(hashOf(one)).toBe(hashOf(other));
    expect(hashOf({ b: [null, { x: 'ñ', y: 1 }], c: true })).not.toBe(hashOf(other));
  });

  it('does not mistake one key for several', () => {
    const values = (peso: number) => ({ values: { peso }, zeta: 1 });
    const poisons = [{ 'values,zeta': 1 }, { 'zeta,values': 1 }, { values: { 'peso,talla': 1 }, 'zeta,x': 1 }];
    const hashes = poisons.map((poison) => hashOf(poison));
    hashes.push(hashOf(values(5)), hashOf(values(6)), hashOf({ values: { peso: 5, talla: 1 } }));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('covers only the declared names', () => {
    const declared = { names: ['a', 'list'], inner: { list: { names: ['x'] } } };
    const content = { a: 1, list: [{ x: 2 }] };
    expect(hashOf({ ...content, b: 1 }, declared)).toBe(hashOf(content));
    expect(hashOf({ a: 1, list: [{ x: 2, y: 3 }] }, declared)).toBe(hashOf(content));
    expect(hashOf({ a: 1, list: [{ x: 3 }] }, declared)).not.toBe(hashOf(content));
    expect(hashOf({ list: 7 }, declared)).not.toBe(hashOf({ list: [7] }, declared));
  });

  it('keeps no keys of contents in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const KEYS = 2_000;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const round = (number: number) => {
      const names = Array.from({ length: KEYS }, (_, at) => `una clave que nadie ha enviado antes ${number}-${at}`);
      hashOf({ valores: Object.fromEntries(names.map((name) => [name, 1])) });
    };
    for (let number = 0; number < 20; number += 1) round(number);
    const before = heap();
    for (let number = 20; number < 60; number += 1) round(number);
    const characters = KEYS * 40;
    // 40 rounds leave less than the names of 5.
    expect((heap() - before) / characters).toBeLessThan(5);
  });
});
