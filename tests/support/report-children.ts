import { addDays, addMonths, today } from '#domain/calendar.ts';

export const STAFF = {
  rosa: { nombre: 'Rosa', apellido: 'Yuquilema', cedula: '0602948101', role: 'ROLE_BRIGADA' },
  luis: { nombre: 'Luis', apellido: 'Ortega', cedula: '0602948102', role: 'ROLE_BRIGADA' },
  diego: { nombre: 'Diego', apellido: 'Paredes', cedula: '0602948103', role: 'ROLE_SUPERVISOR' },
} as const;

export const monthsAgo = (months: number): string => addMonths(today(), -months);

export interface Child {
  by: 'rosa' | 'luis';
  sexo: 'MASCULINO' | 'FEMENINO';
  place: [provincia: string, canton: string];
  control?: [fecha: string, edad: number, peso: number];
  vaccines?: number;
}

/** At 12 months 8.2 to 12.2 kg are Normal; 25 months are beyond the table. */
export const CHILDREN: Record<string, Child> = {
  ANA: {
    by: 'rosa',
    sexo: 'MASCULINO',
    place: ['CHIMBORAZO', 'COLTA'],
    control: [addDays(today(), -10), 12, 8],
  },
  BEA: { by: 'rosa', sexo: 'FEMENINO', place: ['CHIMBORAZO', 'COLTA'], control: [monthsAgo(2), 12, 9], vaccines: 2 },
  CIRO: { by: 'luis', sexo: 'MASCULINO', place: ['CHIMBORAZO', 'GUANO'], control: [monthsAgo(5), 12, 13] },
  DORA: { by: 'luis', sexo: 'FEMENINO', place: ['LOJA', 'OLMEDO'], control: [monthsAgo(8), 12, 10], vaccines: 1 },
  ELI: { by: 'luis', sexo: 'FEMENINO', place: ['MANABÍ', 'OLMEDO'], control: [monthsAgo(11), 12, 11] },
  FE: { by: 'rosa', sexo: 'FEMENINO', place: ['LOJA', 'LOJA'] },
  GIL: { by: 'rosa', sexo: 'MASCULINO', place: ['LOJA', 'LOJA'], control: [monthsAgo(20), 3, 5] },
};
