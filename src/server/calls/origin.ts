import type { FastifyRequest } from 'fastify';
import { deviceName } from '#server/journal/device.ts';
import type { Origin } from '#server/journal/doer.ts';

export const originOf = ({ id, ip, headers }: FastifyRequest): Origin => ({
  request: id,
  address: ip,
  device: deviceName(headers['user-agent']),
});
