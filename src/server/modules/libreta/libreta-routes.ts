import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { today } from '#domain/calendar.ts';
import { UNCHANGED } from '#domain/calls/define-call.ts';
import { getWholeBooklet, recordsOf } from '#domain/calls/libreta.ts';
import { AppError } from '#domain/errors.ts';
import { BOOKLETS, type Booklet } from '#domain/records/booklets.ts';
import { RECORDS } from '#domain/records/index.ts';
import { rulesOfProgram } from '#server/base/rules.ts';
import { serve } from '#server/calls/serve.ts';
import { toWire } from '#server/modules/records/record-wire.ts';
import type { BookletRows, StoredBooklet } from './booklet-rows.ts';
import { childParts, womanParts } from './computed-parts.ts';

/** Raised when the shape of the answer changes, so that no client keeps an older one. */
const FORMAT = 1;

function stored(booklet: Booklet, { persona, registros, responsable }: StoredBooklet) {
  const { _id, nombre, apellido } = responsable;
  const lists = recordsOf(booklet).map((definition) => [
    definition.key,
    (registros[definition.key] ?? []).map((row) => toWire(definition, row)),
  ]);
  return {
    persona: toWire(booklet.person, persona),
    registros: Object.fromEntries(lists),
    responsable: { _id, nombre, apellido },
  };
}

/** A booklet in one call and one statement. Its tag follows the changes of the booklet, the day, and the rules that compute its parts. */
export function registerLibretaRoutes(app: FastifyInstance, rowsOf: (booklet: Booklet) => BookletRows): void {
  for (const booklet of BOOKLETS) {
    const rows = rowsOf(booklet);
    const partsOf = booklet.person.key === RECORDS.nino.key ? childParts : womanParts;
    const tagOf = async (cambio: string) => `"${FORMAT}.${cambio}.${today()}.${await rulesOfProgram()}"`;

    serve(app, getWholeBooklet(booklet), async ({ actor, params: { id }, request, reply }) => {
      const sent = request.headers['if-none-match'];
      if (sent) {
        const change = await rows.change(actor, id);
        if (!change) throw new AppError('notFound');
        const tag = change.cambio && (await tagOf(change.cambio));
        if (tag && sent.includes(tag)) {
          reply.header('ETag', tag);
          return UNCHANGED;
        }
      }
      const whole = await rows.read(actor, id);
      if (!whole) throw new AppError('notFound');
      const answer = { ...stored(booklet, whole), ...(await partsOf(whole, today())) };
      const content = () => `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;
      reply.header('ETag', whole.cambio ? await tagOf(whole.cambio) : content());
      return answer;
    });
  }
}
