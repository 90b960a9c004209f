import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:1'],
  ['fe80::1%eth0', 'fe80::2%eth1'],
  ['10.0.0.1', '::ffff:10.0.0.1'],
  ['10.0.0.1', '::ffff:0a00:0001'],
])('%s and %s count as one network', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
});

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['10.0.0.1', '10.0.0.2'],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.2'],
  ['unknown', ''],
])('%s and %s count as two networks', (one, other) => {
  expect(networkOf(one)).not.toBe(networkOf(other));
});
