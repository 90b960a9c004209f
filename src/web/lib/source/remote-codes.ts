import { CODES, openCode } from '#domain/calls/codes.ts';
import { call } from '#web/lib/call.ts';
import type { CodeSource } from './booklet-source.ts';

/** A printed booklet does not wait longer for its code. */
const CODE_TIMEOUT_MS = 5_000;

export const remoteCodes: CodeSource = {
  codeOf: async (kind, id) => (await call(CODES[kind], { params: { id } }, { timeoutMs: CODE_TIMEOUT_MS })).codigo,
  openCode: (token) => call(openCode, { params: { token } }),
};
