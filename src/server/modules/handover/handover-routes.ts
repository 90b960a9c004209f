import type { FastifyInstance } from 'fastify';
import { handOver, listCustodians, listHandovers } from '#domain/calls/handover.ts';
import { serve } from '#server/calls/serve.ts';
import { readListing } from '#server/lists/listing.ts';
import type { HandOverResult, HandoverRepository } from './handover-repository.ts';

const booklets = (count: number) => (count === 1 ? '1 libreta' : `${count} libretas`);

function handOverMessage({ traspasadas, ausentes, receptor }: HandOverResult, everything: boolean): string {
  const nothing = everything ? 'esa cuenta no tiene libretas a su cargo' : `ya está a cargo de ${receptor}`;
  const moved =
    traspasadas === 0
      ? `No había nada que traspasar: ${nothing}.`
      : `${traspasadas === 1 ? 'Se traspasó' : 'Se traspasaron'} ${booklets(traspasadas)} a ${receptor}.`;
  if (ausentes === 0) return moved;
  return `${moved} ${ausentes === 1 ? 'Una de las elegidas ya no existe' : `${ausentes} de las elegidas ya no existen`}.`;
}

export function registerHandoverRoutes(app: FastifyInstance, repository: HandoverRepository): void {
  serve(app, handOver, async ({ actor, body }) => {
    const handed = await repository.handOver(actor, body);
    const message = handOverMessage(handed, body.de !== undefined);
    return { traspasadas: handed.traspasadas, faltan: handed.faltan, message };
  });
  serve(app, listHandovers, ({ query }) => readListing(query, repository.handovers(query)));
  serve(app, listCustodians, ({ query }) => readListing(query, repository.custodians(query)));
}
