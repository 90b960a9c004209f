import { endOtherSessions, endSession, listSessions, type OpenSession } from '#domain/calls/open-sessions.ts';
import { call, callQuery } from '#web/lib/call.ts';
import { queryClient } from '#web/lib/query-client.ts';

const KEY = 'sesiones';

export const openSessions = { ...callQuery(listSessions, {}, { family: [KEY], what: 'las sesiones' }), staleTime: 0 };

export const end = ({ _id }: OpenSession) => call(endSession, { params: { id: _id } });
export const endOthers = () => call(endOtherSessions, {});

export const refreshSessions = () => queryClient.invalidateQueries({ queryKey: [KEY] });
