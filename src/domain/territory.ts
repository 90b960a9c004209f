import { foldText } from './text.ts';

interface Territory {
  readonly code: string;
  readonly cantones: Readonly<Record<string, string>>;
}

/** A canton's code is the province's with its place in the list; an empty place is a code that is not in use. */
const province = (code: string, cantons: readonly string[]): Territory => ({
  code,
  cantones: Object.fromEntries(
    cantons.flatMap((name, index) => (name ? [[name, code + String(index + 1).padStart(2, '0')]] : [])),
  ),
});

/** Provinces (24) and cantons (222) of Ecuador with their codes. Source: INEC, División Político-Administrativa. */
export const TERRITORY: Readonly<Record<string, Territory>> = {
  AZUAY: province('01', [
    'CUENCA',
    'GIRÓN',
    'GUALACEO',
    'NABÓN',
    'PAUTE',
    'PUCARÁ',
    'SAN FERNANDO',
    'SANTA ISABEL',
    'SIGSIG',
    'OÑA',
    'CHORDELEG',
    'EL PAN',
    'SEVILLA DE ORO',
    'GUACHAPALA',
    'CAMILO PONCE ENRÍQUEZ',
  ]),
  BOLIVAR: province('02', ['GUARANDA', 'CHILLANES', 'CHIMBO', 'ECHEANDÍA', 'SAN MIGUEL', 'CALUMA', 'LAS NAVES']),
  CAÑAR: province('03', ['AZOGUES', 'BIBLIÁN', 'CAÑAR', 'LA TRONCAL', 'EL TAMBO', 'DÉLEG', 'SUSCAL']),
  CARCHI: province('04', ['TULCÁN', 'BOLÍVAR', 'ESPEJO', 'MIRA', 'MONTÚFAR', 'SAN PEDRO DE HUACA']),
  COTOPAXI: province('05', ['LATACUNGA', 'LA MANÁ', 'PANGUA', 'PUJILÍ', 'SALCEDO', 'SAQUISILÍ', 'SIGCHOS']),
  CHIMBORAZO: province('06', [
    'RIOBAMBA',
    'ALAUSÍ',
    'COLTA',
    'CHAMBO',
    'CHUNCHI',
    'GUAMOTE',
    'GUANO',
    'PALLATANGA',
    'PENIPE',
    'CUMANDÁ',
  ]),
  'EL ORO': province('07', [
    'MACHALA',
    'ARENILLAS',
    'ATAHUALPA',
    'BALSAS',
    'CHILLA',
    'EL GUABO',
    'HUAQUILLAS',
    'MARCABELÍ',
    'PASAJE',
    'PIÑAS',
    'PORTOVELO',
    'SANTA ROSA',
    'ZARUMA',
    'LAS LAJAS',
  ]),
  ESMERALDAS: province('08', [
    'ESMERALDAS',
    'ELOY ALFARO',
    'MUISNE',
    'QUININDÉ',
    'SAN LORENZO',
    'ATACAMES',
    'RIOVERDE',
  ]),
  GUAYAS: province('09', [
    'GUAYAQUIL',
    'ALFREDO BAQUERIZO MORENO (JUJÁN)',
    'BALAO',
    'BALZAR',
    'COLIMES',
    'DAULE',
    'DURÁN',
    'EL EMPALME',
    'EL TRIUNFO',
    'MILAGRO',
    'NARANJAL',
    'NARANJITO',
    'PALESTINA',
    'PEDRO CARBO',
    '',
    'SAMBORONDÓN',
    '',
    'SANTA LUCÍA',
    'SALITRE (URBINA JADO)',
    'SAN JACINTO DE YAGUACHI',
    'PLAYAS',
    'SIMÓN BOLÍVAR',
    'CORONEL MARCELINO MARIDUEÑA',
    'LOMAS DE SARGENTILLO',
    'NOBOL',
    '',
    'GENERAL ANTONIO ELIZALDE (BUCAY)',
    'ISIDRO AYORA',
  ]),
  IMBABURA: province('10', ['IBARRA', 'ANTONIO ANTE', 'COTACACHI', 'OTAVALO', 'PIMAMPIRO', 'SAN MIGUEL DE URCUQUÍ']),
  LOJA: province('11', [
    'LOJA',
    'CALVAS',
    'CATAMAYO',
    'CELICA',
    'CHAGUARPAMBA',
    'ESPÍNDOLA',
    'GONZANAMÁ',
    'MACARÁ',
    'PALTAS',
    'PUYANGO',
    'SARAGURO',
    'SOZORANGA',
    'ZAPOTILLO',
    'PINDAL',
    'QUILANGA',
    'OLMEDO',
  ]),
  'LOS RÍOS': province('12', [
    'BABAHOYO',
    'BABA',
    'MONTALVO',
    'PUEBLOVIEJO',
    'QUEVEDO',
    'URDANETA',
    'VENTANAS',
    'VINCES',
    'PALENQUE',
    'BUENA FE',
    'VALENCIA',
    'MOCACHE',
    'QUINSALOMA',
  ]),
  MANABÍ: province('13', [
    'PORTOVIEJO',
    'BOLÍVAR',
    'CHONE',
    'EL CARMEN',
    'FLAVIO ALFARO',
    'JIPIJAPA',
    'JUNÍN',
    'MANTA',
    'MONTECRISTI',
    'PAJÁN',
    'PICHINCHA',
    'ROCAFUERTE',
    'SANTA ANA',
    'SUCRE',
    'TOSAGUA',
    '24 DE MAYO',
    'PEDERNALES',
    'OLMEDO',
    'PUERTO LÓPEZ',
    'JAMA',
    'JARAMIJÓ',
    'SAN VICENTE',
  ]),
  'MORONA SANTIAGO': province('14', [
    'MORONA',
    'GUALAQUIZA',
    'LIMÓN INDANZA',
    'PALORA',
    'SANTIAGO',
    'SUCÚA',
    'HUAMBOYA',
    'SAN JUAN BOSCO',
    'TAISHA',
    'LOGROÑO',
    'PABLO SEXTO',
    'TIWINTZA',
    'SEVILLA DON BOSCO',
  ]),
  NAPO: province('15', ['TENA', '', 'ARCHIDONA', 'EL CHACO', '', '', 'QUIJOS', '', 'CARLOS JULIO AROSEMENA TOLA']),
  PASTAZA: province('16', ['PASTAZA', 'MERA', 'SANTA CLARA', 'ARAJUNO']),
  PICHINCHA: province('17', [
    'QUITO',
    'CAYAMBE',
    'MEJÍA',
    'PEDRO MONCAYO',
    'RUMIÑAHUI',
    '',
    'SAN MIGUEL DE LOS BANCOS',
    'PEDRO VICENTE MALDONADO',
    'PUERTO QUITO',
  ]),
  TUNGURAHUA: province('18', [
    'AMBATO',
    'BAÑOS DE AGUA SANTA',
    'CEVALLOS',
    'MOCHA',
    'PATATE',
    'QUERO',
    'SAN PEDRO DE PELILEO',
    'SANTIAGO DE PÍLLARO',
    'TISALEO',
  ]),
  'ZAMORA CHINCHIPE': province('19', [
    'ZAMORA',
    'CHINCHIPE',
    'NANGARITZA',
    'YACUAMBI',
    'YANTZAZA',
    'EL PANGUI',
    'CENTINELA DEL CÓNDOR',
    'PALANDA',
    'PAQUISHA',
  ]),
  GALAPAGOS: province('20', ['SAN CRISTÓBAL', 'ISABELA', 'SANTA CRUZ']),
  SUCUMBIOS: province('21', [
    'LAGO AGRIO',
    'GONZALO PIZARRO',
    'PUTUMAYO',
    'SHUSHUFINDI',
    'SUCUMBÍOS',
    'CASCALES',
    'CUYABENO',
  ]),
  ORELLANA: province('22', ['ORELLANA', 'AGUARICO', 'LA JOYA DE LOS SACHAS', 'LORETO']),
  'SANTO DOMINGO DE LOS TSACHILAS': province('23', ['SANTO DOMINGO', 'LA CONCORDIA']),
  'SANTA ELENA': province('24', ['SANTA ELENA', 'LA LIBERTAD', 'SALINAS']),
};

export const PROVINCES: readonly string[] = Object.keys(TERRITORY);

const provinceByFold = new Map(PROVINCES.map((name) => [foldText(name), name]));

export function findProvince(name: string): string | undefined {
  return provinceByFold.get(foldText(name));
}

export function cantonsOf(province: string): readonly string[] {
  return Object.keys(TERRITORY[province]?.cantones ?? {});
}

/** Ignores case and accents; without a province it searches the whole country. */
export function findCanton(name: string, province?: string): string | undefined {
  const folded = foldText(name);
  const provinces = province ? [province] : PROVINCES;
  return provinces.flatMap(cantonsOf).find((canton) => foldText(canton) === folded);
}

/** @returns '' if the name is not a canton, or is a canton of several provinces */
export function provinceOf(canton: string): string {
  const [province = '', ...others] = PROVINCES.filter((name) => cantonsOf(name).includes(canton));
  return others.length > 0 ? '' : province;
}

const BY_CODE: ReadonlyMap<string, { provincia: string; canton: string }> = new Map(
  Object.entries(TERRITORY).flatMap(([provincia, { cantones }]) =>
    Object.entries(cantones).map(([canton, code]) => [code, { provincia, canton }] as const),
  ),
);

export const cantonOfCode = (code: string): { provincia: string; canton: string } | undefined => BY_CODE.get(code);
