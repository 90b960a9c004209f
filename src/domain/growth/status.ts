/* Apart from the rule that decides them, because addresses with a status are parsed before that rule is loaded. */

export const STATUSES = ['Normal', 'Sobrepeso', 'Desnutrición', 'No evaluado'] as const;
export type Status = (typeof STATUSES)[number];
export const NOT_EVALUATED: Status = 'No evaluado';
export const MALNOURISHED: Status = 'Desnutrición';
export const OVERWEIGHT: Status = 'Sobrepeso';
