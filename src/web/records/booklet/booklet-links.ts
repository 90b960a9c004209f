import { linkOptions } from '@tanstack/react-router';

export const toChild = (ninoId: string) => linkOptions({ to: '/ninos/$ninoId', params: { ninoId } });
export const toWoman = (mujerId: string) => linkOptions({ to: '/mujer/$mujerId', params: { mujerId } });
export type BookletLink = ReturnType<typeof toChild> | ReturnType<typeof toWoman>;

export const toChildVisit = (ninoId: string) => linkOptions({ to: '/ninos/$ninoId/visita', params: { ninoId } });
export const toWomanVisit = (mujerId: string) => linkOptions({ to: '/mujer/$mujerId/visita', params: { mujerId } });
export type VisitLink = ReturnType<typeof toChildVisit> | ReturnType<typeof toWomanVisit>;

export const VISIT_TITLE = 'Registrar visita';
