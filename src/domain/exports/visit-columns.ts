import type { ExportedList } from '../calls/exports.ts';
import { visitListOptions } from '../calls/follow-up.ts';
import { nino } from '../records/nino.ts';
import type { ExportColumn } from './columns.ts';

export const VISITS: ExportedList = { path: 'seguimiento', name: 'Seguimiento', options: visitListOptions };

const field = (name: keyof typeof nino.fields, width: number, isDate = false): ExportColumn => ({
  name,
  label: nino.fields[name].label,
  width,
  isDate,
});

export const VISIT_COLUMNS: readonly ExportColumn[] = [
  field('cedula', 14),
  field('nombres', 24),
  field('apellidos', 24),
  field('fechanacimiento', 16, true),
  field('provincia', 20),
  field('canton', 20),
  field('direccion', 36),
  field('celular', 14),
  { name: 'estado', label: 'Estado', width: 16, isDate: false },
  { name: 'visto', label: 'Último control', width: 16, isDate: true },
  { name: 'proximoControl', label: 'Próximo control', width: 16, isDate: true },
  { name: 'proximaVacuna', label: 'Próxima vacuna', width: 16, isDate: true },
  { name: 'proximaHemoglobina', label: 'Próxima hemoglobina', width: 18, isDate: true },
  { name: 'motivos', label: 'Motivo de la visita', width: 60, isDate: false },
  { name: 'desde', label: 'Desde', width: 14, isDate: true },
  { name: 'responsable', label: 'Responsable del registro', width: 28, isDate: false },
];
