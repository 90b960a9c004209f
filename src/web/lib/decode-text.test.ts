import { describe, expect, it } from 'vitest';
import { decodeText, NOT_TEXT_FILE } from './decode-text.ts';

describe('decodeText', () => {
  it('reads UTF-8, with or without a byte order mark', () => {
    expect(decodeText(new TextEncoder().encode('Ñuñoa').buffer)).toBe('Ñuñoa');
    expect(decodeText(new TextEncoder().encode('\ufeffÑuñoa').buffer)).toBe('Ñuñoa');
  });

  it('reads Windows-1252', () => {
    expect(decodeText(new Uint8Array([0xd1, 0x61, 0x6e, 0xfa]).buffer)).toBe('Ñanú');
  });

  it('refuses a binary file', () => {
    expect(() => decodeText(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]).buffer)).toThrow(NOT_TEXT_FILE);
  });
});
