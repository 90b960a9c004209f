import type { IdentifierSystems } from '#domain/exchange/exchanged-booklet.ts';

/** Settings of the data exchange; the addresses are without a slash at their end. */
export interface ExchangeSettings {
  /** The address of /fhir as other systems see it; by default that of each request. */
  readonly url?: string | undefined;
  readonly cedulaSystem?: string | undefined;
  readonly hcuSystem?: string | undefined;
  readonly establishmentSystem?: string | undefined;
}

export interface ExchangeAddresses {
  /** The address of the server's FHIR, without a slash at its end. */
  readonly base: string;
  readonly systems: IdentifierSystems;
}

/** What an address needs of a request; behind a trusted proxy as the proxy reports it. */
interface AddressedRequest {
  readonly protocol: string;
  readonly host: string;
}

export const FHIR_PATH = '/fhir';

/** A name or address, with a port: anything else in a `Host` header would end up in the addresses that are answered. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

const ownBase = ({ protocol, host }: AddressedRequest) =>
  `${protocol}://${HOST.test(host ?? '') ? host : 'localhost'}${FHIR_PATH}`;

/** @returns the addresses by which a request reaches the server's FHIR */
export const exchangeAddresses =
  ({ url, cedulaSystem, hcuSystem, establishmentSystem }: ExchangeSettings) =>
  (request: AddressedRequest): ExchangeAddresses => {
    const base = url ?? ownBase(request);
    return {
      base,
      systems: {
        cedula: cedulaSystem ?? `${base}/sid/cedula`,
        hcu: hcuSystem ?? `${base}/sid/hcu`,
        establecimiento: establishmentSystem ?? `${base}/sid/establecimiento`,
      },
    };
  };
