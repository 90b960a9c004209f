import { queryOptions } from '@tanstack/react-query';
import {
  type DemandingRole,
  getUserSecondFactor,
  listDemandingRoles,
  resetSecondFactor,
  saveDemandingRole,
} from '#domain/calls/second-factor.ts';
import type { User } from '#domain/calls/users.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

const family = ['segundo-factor'];
const secondFactor = { family, what: 'el segundo paso' };

export const demandingRoles = callQuery(listDemandingRoles, {}, secondFactor);

export const secondFactorOf = ({ _id }: User) =>
  queryOptions({ ...callQuery(getUserSecondFactor, { params: { id: _id } }, secondFactor), staleTime: 0 });

export const requireSecondFactor = ({ _id }: DemandingRole, exigido: boolean) =>
  call(saveDemandingRole, { params: { id: _id }, body: { exigido } });

export const resetUserSecondFactor = ({ _id }: User) => call(resetSecondFactor, { params: { id: _id } });

export const refreshSecondFactor = () => queryClient.invalidateQueries({ queryKey: family });
