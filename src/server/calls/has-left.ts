import type { FastifyRequest } from 'fastify';

export const hasLeft =
  ({ socket }: FastifyRequest) =>
  () =>
    socket.destroyed || socket.readableEnded;
