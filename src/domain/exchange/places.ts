import { PROVINCES, TERRITORY } from '../territory.ts';
import { coding, concept } from './elements.ts';
import type { ExchangeContext } from './exchanged-booklet.ts';
import type { Location, Organization } from './r4.ts';
import { SYSTEMS } from './terminologies.ts';

/** An option of the list of establishments. */
interface EstablishmentOption {
  readonly _id: string;
  readonly nombre: string;
}

export const organizationOf = ({ _id, nombre }: EstablishmentOption, { systems }: ExchangeContext): Organization => ({
  resourceType: 'Organization',
  id: _id,
  identifier: [{ system: systems.establecimiento, value: nombre }],
  active: true,
  type: [concept([coding(SYSTEMS.organizationType, 'prov')], 'Establecimiento de salud')],
  name: nombre,
});

/** Codes of provinces and cantons in Ecuador's División Político-Administrativa. */
const inecSystem = (base: string) => `${base}/sid/inec-dpa`;

const locationOf = (province: string, canton: string, code: string, base: string): Location => ({
  resourceType: 'Location',
  id: `canton-${code}`,
  identifier: [{ system: inecSystem(base), value: code }],
  status: 'active',
  name: canton,
  mode: 'instance',
  physicalType: concept([coding(SYSTEMS.physicalType, 'jdn')], 'Cantón'),
  address: { city: canton, state: province, country: 'EC' },
});

/** Every canton of the country, by its code. */
export const cantonLocations = ({ base }: Pick<ExchangeContext, 'base'>): Location[] =>
  PROVINCES.flatMap((province) =>
    Object.entries(TERRITORY[province]?.cantones ?? {}).map(([canton, code]) =>
      locationOf(province, canton, code, base),
    ),
  );
