import { foldText } from './text.ts';

/** Provinces (24) and cantons (222) of Ecuador with their codes. Source: INEC, División Político-Administrativa. */
export const TERRITORY: Readonly<Record<string, { code: string; cantones: Readonly<Record<string, string>> }>> = {
  AZUAY: {
    code: '01',
    cantones: {
      CUENCA: '0101',
      GIRÓN: '0102',
      GUALACEO: '0103',
      NABÓN: '0104',
      PAUTE: '0105',
      PUCARÁ: '0106',
      'SAN FERNANDO': '0107',
      'SANTA ISABEL': '0108',
      SIGSIG: '0109',
      OÑA: '0110',
      CHORDELEG: '0111',
      'EL PAN': '0112',
      'SEVILLA DE ORO': '0113',
      GUACHAPALA: '0114',
      'CAMILO PONCE ENRÍQUEZ': '0115',
    },
  },
  BOLIVAR: {
    code: '02',
    cantones: {
      GUARANDA: '0201',
      CHILLANES: '0202',
      CHIMBO: '0203',
      ECHEANDÍA: '0204',
      'SAN MIGUEL': '0205',
      CALUMA: '0206',
      'LAS NAVES': '0207',
    },
  },
  CAÑAR: {
    code: '03',
    cantones: {
      AZOGUES: '0301',
      BIBLIÁN: '0302',
      CAÑAR: '0303',
      'LA TRONCAL': '0304',
      'EL TAMBO': '0305',
      DÉLEG: '0306',
      SUSCAL: '0307',
    },
  },
  CARCHI: {
    code: '04',
    cantones: {
      TULCÁN: '0401',
      BOLÍVAR: '0402',
      ESPEJO: '0403',
      MIRA: '0404',
      MONTÚFAR: '0405',
      'SAN PEDRO DE HUACA': '0406',
    },
  },
  COTOPAXI: {
    code: '05',
    cantones: {
      LATACUNGA: '0501',
      'LA MANÁ': '0502',
      PANGUA: '0503',
      PUJILÍ: '0504',
      SALCEDO: '0505',
      SAQUISILÍ: '0506',
      SIGCHOS: '0507',
    },
  },
  CHIMBORAZO: {
    code: '06',
    cantones: {
      RIOBAMBA: '0601',
      ALAUSÍ: '0602',
      COLTA: '0603',
      CHAMBO: '0604',
      CHUNCHI: '0605',
      GUAMOTE: '0606',
      GUANO: '0607',
      PALLATANGA: '0608',
      PENIPE: '0609',
      CUMANDÁ: '0610',
    },
  },
  'EL ORO': {
    code: '07',
    cantones: {
      MACHALA: '0701',
      ARENILLAS: '0702',
      ATAHUALPA: '0703',
      BALSAS: '0704',
      CHILLA: '0705',
      'EL GUABO': '0706',
      HUAQUILLAS: '0707',
      MARCABELÍ: '0708',
      PASAJE: '0709',
      PIÑAS: '0710',
      PORTOVELO: '0711',
      'SANTA ROSA': '0712',
      ZARUMA: '0713',
      'LAS LAJAS': '0714',
    },
  },
  ESMERALDAS: {
    code: '08',
    cantones: {
      ESMERALDAS: '0801',
      'ELOY ALFARO': '0802',
      MUISNE: '0803',
      QUININDÉ: '0804',
      'SAN LORENZO': '0805',
      ATACAMES: '0806',
      RIOVERDE: '0807',
    },
  },
  GUAYAS: {
    code: '09',
    cantones: {
      GUAYAQUIL: '0901',
      'ALFREDO BAQUERIZO MORENO (JUJÁN)': '0902',
      BALAO: '0903',
      BALZAR: '0904',
      COLIMES: '0905',
      DAULE: '0906',
      DURÁN: '0907',
      'EL EMPALME': '0908',
      'EL TRIUNFO': '0909',
      MILAGRO: '0910',
      NARANJAL: '0911',
      NARANJITO: '0912',
      PALESTINA: '0913',
      'PEDRO CARBO': '0914',
      SAMBORONDÓN: '0916',
      'SANTA LUCÍA': '0918',
      'SALITRE (URBINA JADO)': '0919',
      'SAN JACINTO DE YAGUACHI': '0920',
      PLAYAS: '0921',
      'SIMÓN BOLÍVAR': '0922',
      'CORONEL MARCELINO MARIDUEÑA': '0923',
      'LOMAS DE SARGENTILLO': '0924',
      NOBOL: '0925',
      'GENERAL ANTONIO ELIZALDE (BUCAY)': '0927',
      'ISIDRO AYORA': '0928',
    },
  },
  IMBABURA: {
    code: '10',
    cantones: {
      IBARRA: '1001',
      'ANTONIO ANTE': '1002',
      COTACACHI: '1003',
      OTAVALO: '1004',
      PIMAMPIRO: '1005',
      'SAN MIGUEL DE URCUQUÍ': '1006',
    },
  },
  LOJA: {
    code: '11',
    cantones: {
      LOJA: '1101',
      CALVAS: '1102',
      CATAMAYO: '1103',
      CELICA: '1104',
      CHAGUARPAMBA: '1105',
      ESPÍNDOLA: '1106',
      GONZANAMÁ: '1107',
      MACARÁ: '1108',
      PALTAS: '1109',
      PUYANGO: '1110',
      SARAGURO: '1111',
      SOZORANGA: '1112',
      ZAPOTILLO: '1113',
      PINDAL: '1114',
      QUILANGA: '1115',
      OLMEDO: '1116',
    },
  },
  'LOS RÍOS': {
    code: '12',
    cantones: {
      BABAHOYO: '1201',
      BABA: '1202',
      MONTALVO: '1203',
      PUEBLOVIEJO: '1204',
      QUEVEDO: '1205',
      URDANETA: '1206',
      VENTANAS: '1207',
      VINCES: '1208',
      PALENQUE: '1209',
      'BUENA FE': '1210',
      VALENCIA: '1211',
      MOCACHE: '1212',
      QUINSALOMA: '1213',
    },
  },
  MANABÍ: {
    code: '13',
    cantones: {
      PORTOVIEJO: '1301',
      BOLÍVAR: '1302',
      CHONE: '1303',
      'EL CARMEN': '1304',
      'FLAVIO ALFARO': '1305',
      JIPIJAPA: '1306',
      JUNÍN: '1307',
      MANTA: '1308',
      MONTECRISTI: '1309',
      PAJÁN: '1310',
      PICHINCHA: '1311',
      ROCAFUERTE: '1312',
      'SANTA ANA': '1313',
      SUCRE: '1314',
      TOSAGUA: '1315',
      '24 DE MAYO': '1316',
      PEDERNALES: '1317',
      OLMEDO: '1318',
      'PUERTO LÓPEZ': '1319',
      JAMA: '1320',
      JARAMIJÓ: '1321',
      'SAN VICENTE': '1322',
    },
  },
  'MORONA SANTIAGO': {
    code: '14',
    cantones: {
      MORONA: '1401',
      GUALAQUIZA: '1402',
      'LIMÓN INDANZA': '1403',
      PALORA: '1404',
      SANTIAGO: '1405',
      SUCÚA: '1406',
      HUAMBOYA: '1407',
      'SAN JUAN BOSCO': '1408',
      TAISHA: '1409',
      LOGROÑO: '1410',
      'PABLO SEXTO': '1411',
      TIWINTZA: '1412',
      'SEVILLA DON BOSCO': '1413',
    },
  },
  NAPO: {
    code: '15',
    cantones: {
      TENA: '1501',
      ARCHIDONA: '1503',
      'EL CHACO': '1504',
      QUIJOS: '1507',
      'CARLOS JULIO AROSEMENA TOLA': '1509',
    },
  },
  PASTAZA: {
    code: '16',
    cantones: {
      PASTAZA: '1601',
      MERA: '1602',
      'SANTA CLARA': '1603',
      ARAJUNO: '1604',
    },
  },
  PICHINCHA: {
    code: '17',
    cantones: {
      QUITO: '1701',
      CAYAMBE: '1702',
      MEJÍA: '1703',
      'PEDRO MONCAYO': '1704',
      RUMIÑAHUI: '1705',
      'SAN MIGUEL DE LOS BANCOS': '1707',
      'PEDRO VICENTE MALDONADO': '1708',
      'PUERTO QUITO': '1709',
    },
  },
  TUNGURAHUA: {
    code: '18',
    cantones: {
      AMBATO: '1801',
      'BAÑOS DE AGUA SANTA': '1802',
      CEVALLOS: '1803',
      MOCHA: '1804',
      PATATE: '1805',
      QUERO: '1806',
      'SAN PEDRO DE PELILEO': '1807',
      'SANTIAGO DE PÍLLARO': '1808',
      TISALEO: '1809',
    },
  },
  'ZAMORA CHINCHIPE': {
    code: '19',
    cantones: {
      ZAMORA: '1901',
      CHINCHIPE: '1902',
      NANGARITZA: '1903',
      YACUAMBI: '1904',
      YANTZAZA: '1905',
      'EL PANGUI': '1906',
      'CENTINELA DEL CÓNDOR': '1907',
      PALANDA: '1908',
      PAQUISHA: '1909',
    },
  },
  GALAPAGOS: {
    code: '20',
    cantones: {
      'SAN CRISTÓBAL': '2001',
      ISABELA: '2002',
      'SANTA CRUZ': '2003',
    },
  },
  SUCUMBIOS: {
    code: '21',
    cantones: {
      'LAGO AGRIO': '2101',
      'GONZALO PIZARRO': '2102',
      PUTUMAYO: '2103',
      SHUSHUFINDI: '2104',
      SUCUMBÍOS: '2105',
      CASCALES: '2106',
      CUYABENO: '2107',
    },
  },
  ORELLANA: {
    code: '22',
    cantones: {
      ORELLANA: '2201',
      AGUARICO: '2202',
      'LA JOYA DE LOS SACHAS': '2203',
      LORETO: '2204',
    },
  },
  'SANTO DOMINGO DE LOS TSACHILAS': {
    code: '23',
    cantones: {
      'SANTO DOMINGO': '2301',
      'LA CONCORDIA': '2302',
    },
  },
  'SANTA ELENA': {
    code: '24',
    cantones: {
      'SANTA ELENA': '2401',
      'LA LIBERTAD': '2402',
      SALINAS: '2403',
    },
  },
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
