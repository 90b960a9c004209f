import { FOLLOW_UP_NAME } from '#web/lib/booklets/follow-up-api.ts';
import { loadFailed } from '#web/lib/load-failure.ts';

export const VISIT_TEXTS = {
  loadFailed: loadFailed(FOLLOW_UP_NAME),
  empty: 'Nadie necesita una visita hoy',
  emptyHint: 'Aquí aparece quien tiene un control o una vacuna por hacer.',
  searchHint: 'Revisa la cédula o el nombre, o busca solo una parte.',
};
