import { cantonsOf, PROVINCES } from '#domain/territory.ts';
import type { Place } from './person.ts';
import { type Random, weighted } from './random.ts';

/** Thousands of inhabitants in the order of INEC's codes, rounded from memory (censuses of 2010 and 2022): only for inventing people. */
const THOUSANDS: Readonly<Record<string, readonly number[]>> = {
  AZUAY: [596, 13, 48, 17, 29, 10, 4, 20, 29, 4, 15, 3, 6, 4, 31],
  BOLIVAR: [104, 16, 16, 14, 31, 16, 8],
  CAÑAR: [84, 22, 61, 62, 11, 6, 6],
  CARCHI: [93, 15, 14, 13, 33, 8],
  COTOPAXI: [217, 57, 22, 79, 66, 34, 24],
  CHIMBORAZO: [261, 45, 46, 13, 13, 48, 49, 12, 7, 15],
  'EL ORO': [306, 35, 6, 8, 3, 60, 60, 6, 84, 29, 13, 82, 25, 5],
  ESMERALDAS: [218, 43, 31, 130, 51, 60, 28],
  GUAYAS: [2746, 29, 25, 58, 26, 222, 304, 82, 57, 196, 84, 43, 17, 49, 102, 42, 66, 76, 58, 29, 13, 22, 25, 12, 13],
  IMBABURA: [218, 53, 54, 115, 13, 17],
  LOJA: [250, 30, 37, 14, 7, 15, 13, 19, 23, 16, 33, 8, 13, 11, 5, 5],
  'LOS RÍOS': [176, 43, 26, 42, 207, 31, 78, 80, 24, 77, 53, 44, 20],
  MANABÍ: [323, 44, 132, 121, 26, 75, 20, 271, 99, 38, 31, 37, 49, 62, 41, 30, 65, 10, 25, 27, 29, 23],
  'MORONA SANTIAGO': [39, 20, 10, 8, 11, 22, 11, 4, 24, 7, 3, 9, 17],
  NAPO: [77, 31, 9, 7, 5],
  PASTAZA: [85, 14, 4, 9],
  PICHINCHA: [2680, 108, 103, 44, 108, 24, 17, 25],
  TUNGURAHUA: [371, 25, 9, 8, 15, 21, 66, 43, 14],
  'ZAMORA CHINCHIPE': [30, 11, 8, 7, 24, 11, 8, 9, 5],
  GALAPAGOS: [8, 3, 17],
  SUCUMBIOS: [105, 11, 13, 52, 4, 13, 9],
  ORELLANA: [87, 9, 47, 36],
  'SANTO DOMINGO DE LOS TSACHILAS': [442, 50],
  'SANTA ELENA': [187, 113, 86],
};

const CANTONS = PROVINCES.flatMap((provincia) =>
  cantonsOf(provincia).map((canton, index) => ({ provincia, canton, thousands: THOUSANDS[provincia]?.[index] ?? 1 })),
);
const cantonOf = weighted(CANTONS, ({ thousands }) => thousands);

const titled = (name: string) =>
  name.toLocaleLowerCase('es').replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase());

/** Cantons by their population; two brigades share an establishment. */
export function placesOf(random: Random, count: number): Place[] {
  const inCanton = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const { provincia, canton } = cantonOf(random);
    const earlier = inCanton.get(provincia + canton) ?? 0;
    inCanton.set(provincia + canton, earlier + 1);
    const establecimiento = `Centro de Salud ${titled(canton)} ${1 + Math.floor(earlier / 2)}`;
    return { provincia, canton, establecimiento };
  });
}
