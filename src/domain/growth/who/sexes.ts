export const SEXES = ['MASCULINO', 'FEMENINO'] as const;
export type Sex = (typeof SEXES)[number];

export const isSex = (value: unknown): value is Sex => SEXES.includes(value as Sex);
