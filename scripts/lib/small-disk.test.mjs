import { afterEach, expect, it, vi } from 'vitest';
import { smallDisk } from '../../tests/support/small-disk.ts';

afterEach(() => vi.unstubAllEnvs());

it('a full-disk test fails with one sentence if no file system can be mounted', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(smallDisk(1)).rejects.toThrow(/^A full disk cannot be provoked here, .* run the test as root/);
});
