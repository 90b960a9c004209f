import { showInstantTime } from '#domain/calendar.ts';

/** From when figures are that were not counted just now; nothing where they were. */
export const dataAsOf = (taken: string | undefined): string => (taken ? `Datos al ${showInstantTime(taken)}` : '');
