import type { FastifyRequest } from 'fastify';

/**
 * Tells whether the client of a request has hung up. Node closes a connection whose client has ended it, answered or not, but a moment
 * later. (Fastify's `signal` also says so once the body is read.)
 */
export const hasLeft =
  ({ socket }: FastifyRequest) =>
  () =>
    socket.destroyed || socket.readableEnded;
