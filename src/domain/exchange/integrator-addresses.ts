const TOKEN = '/token';

/** Below the address of FHIR, where integrators look for it (SMART App Launch 2). */
export const SMART_CONFIGURATION = '/.well-known/smart-configuration';

/** @param fhir the address of FHIR, without a slash at its end */
export const tokenAddressBelow = (fhir: string): string => fhir + TOKEN;

export type IntegratorAddresses = ReturnType<typeof integratorAddresses>;

/** What an integrator needs. @param token the address of tokens, as the SMART configuration names it */
export function integratorAddresses(token: string) {
  const fhir = token.slice(0, -TOKEN.length);
  return { fhir, token, configuracion: fhir + SMART_CONFIGURATION };
}
