import { showInstantTime } from '#domain/calendar.ts';

export const dataAsOf = (taken: string | undefined): string => (taken ? `Datos al ${showInstantTime(taken)}` : '');
