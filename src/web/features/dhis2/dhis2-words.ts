import type { Dhis2Figures, Dhis2Unit } from '#domain/calls/dhis2.ts';
import { type MappedKind, NO_UNIT, type UnitLevel } from '#domain/dhis2/mapping.ts';

export const whole = (value: number): string => value.toLocaleString('es-EC');

const NAMES: Readonly<Record<MappedKind, readonly [one: string, many: string]>> = {
  elemento: ['dato', 'datos'],
  canton: ['cantón', 'cantones'],
  establecimiento: ['establecimiento', 'establecimientos'],
};

/** `1 cantón`, `1.200 establecimientos`. */
export const countText = (kind: MappedKind, count: number): string =>
  `${whole(count)} ${NAMES[kind][count === 1 ? 0 : 1]}`;

const NO_PLACE: Readonly<Record<UnitLevel, string>> = { canton: 'Sin cantón', establecimiento: 'Sin establecimiento' };

export const unitName = ({ clave, nombre }: Dhis2Unit, level: UnitLevel): string =>
  clave === NO_UNIT ? NO_PLACE[level] : nombre;

const coded = (rows: readonly { codigo: string }[]) => rows.filter(({ codigo }) => codigo !== '').length;

/** What is sent, as a sentence. */
export function sentText({ envia, elementos, unidades, nivel }: Dhis2Figures): string {
  if (envia === 0) return 'Todavía no se envía nada.';
  const values = envia === 1 ? 'Se envía 1 valor' : `Se envían ${whole(envia)} valores`;
  return `${values}: ${countText('elemento', coded(elementos))} de ${countText(nivel, coded(unidades))}.`;
}

/** What has figures and no code, as a sentence; '' if everything is sent. */
export function unsentText({ elementos, unidades, nivel }: Dhis2Figures): string {
  const missing = [
    ['elemento', elementos.length - coded(elementos)],
    [nivel, unidades.length - coded(unidades)],
  ] as const;
  const parts = missing.filter(([, count]) => count > 0).map(([kind, count]) => countText(kind, count));
  return parts.length === 0 ? '' : `Sin código de DHIS2, no se envían: ${parts.join(' y ')}.`;
}
