import type { FastifyRequest } from 'fastify';

/** Tells whether the client of a request has hung up. (Fastify's `signal` also says so once the body is read.) */
export const hasLeft =
  ({ socket }: FastifyRequest) =>
  () =>
    socket.destroyed;
