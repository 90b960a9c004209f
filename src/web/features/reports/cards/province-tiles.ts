interface Tile {
  column: number;
  row: number;
  short: string;
}

/** The position of each province on a map of equal squares, roughly as in geography, and a short name. */
export const TILES: Readonly<Record<string, Tile>> = {
  ESMERALDAS: { column: 3, row: 1, short: 'ESM' },
  IMBABURA: { column: 4, row: 1, short: 'IMB' },
  CARCHI: { column: 5, row: 1, short: 'CAR' },
  SUCUMBIOS: { column: 6, row: 1, short: 'SUC' },
  GALAPAGOS: { column: 1, row: 2, short: 'GAL' },
  MANABÍ: { column: 2, row: 2, short: 'MAN' },
  'SANTO DOMINGO DE LOS TSACHILAS': { column: 3, row: 2, short: 'STD' },
  PICHINCHA: { column: 4, row: 2, short: 'PIC' },
  NAPO: { column: 5, row: 2, short: 'NAP' },
  ORELLANA: { column: 6, row: 2, short: 'ORE' },
  'LOS RÍOS': { column: 3, row: 3, short: 'LRI' },
  COTOPAXI: { column: 4, row: 3, short: 'COT' },
  TUNGURAHUA: { column: 5, row: 3, short: 'TUN' },
  PASTAZA: { column: 6, row: 3, short: 'PAS' },
  'SANTA ELENA': { column: 1, row: 4, short: 'SEL' },
  GUAYAS: { column: 2, row: 4, short: 'GUA' },
  BOLIVAR: { column: 3, row: 4, short: 'BOL' },
  CHIMBORAZO: { column: 4, row: 4, short: 'CHI' },
  'MORONA SANTIAGO': { column: 5, row: 4, short: 'MOR' },
  CAÑAR: { column: 3, row: 5, short: 'CAÑ' },
  AZUAY: { column: 4, row: 5, short: 'AZU' },
  'EL ORO': { column: 2, row: 6, short: 'ORO' },
  LOJA: { column: 3, row: 6, short: 'LOJ' },
  'ZAMORA CHINCHIPE': { column: 4, row: 6, short: 'ZAM' },
};
