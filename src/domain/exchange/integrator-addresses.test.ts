import { expect, it } from 'vitest';
import { integratorAddresses, tokenAddressBelow } from './integrator-addresses.ts';

it.each(['https://libreta.salud.gob.ec/fhir', 'http://127.0.0.1:3000/fhir'])(
  'the addresses below %s follow from that of the tokens',
  (fhir) => {
    const token = `${fhir}/token`;
    expect(tokenAddressBelow(fhir)).toBe(token);
    const configuracion = `${fhir}/.well-known/smart-configuration`;
    expect(integratorAddresses(token)).toEqual({ fhir, token, configuracion });
  },
);
