import type { Status } from '#domain/growth/malnutrition.ts';
import type { Prevalence } from '#domain/reports/prevalence.ts';
import type { Places } from './report-search.ts';
import { figures, type Query, table, WHAT } from './reports-api.ts';

/** Shapes as `/api/reportes/{talla,discrepancias,semana}` answer them. */
export interface Shares {
  /** Children measured. */
  n: number;
  bajo: Prevalence;
  severa: Prevalence;
}

export interface CantonShares extends Shares {
  provincia: string;
  canton: string;
}

export interface Stunting {
  general: Shares;
  provincias: (Shares & { provincia: string })[];
  cantones: CantonShares[];
  meses: (Shares & { mes: string })[];
}

export interface Disagreeing {
  _id: string;
  nombres: string;
  apellidos: string;
  estado: Status;
  ztalla: number | null;
  zpeso: number | null;
  discrepancia: string;
  fecha: string;
}

export interface FieldFigures {
  ninos: number;
  sinControl: number;
  controlesMes: number;
  controlesMesAnterior: number;
  controlesMismoDia: number;
  registros: number;
  advertidos: number;
  porcentaje: number;
}

export interface FieldRow extends FieldFigures {
  responsable: { _id: string; nombre: string; apellido: string };
  provincia: string;
  canton: string;
}

export interface FieldWeek {
  mes: string;
  mesAnterior: string;
  filas: FieldRow[];
  general: FieldFigures;
}

export const stunting = (places: Places) => figures<Stunting>('talla', places, WHAT.controls);
export const fieldWeek = (places: Places) => figures<FieldWeek>('semana', places, WHAT.records);

export const disagreeingPage = (query: Query) => table<Disagreeing>('discrepancias', query, WHAT.controls);
