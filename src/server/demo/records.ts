import { addDays, ageBetween } from '#domain/calendar.ts';
import type { RecordKey } from '#domain/records/index.ts';
import { CHANGE_DATE } from '#domain/vaccines/schedule.ts';
import { STAFF } from './names.ts';
import type { Random } from './random.ts';

export interface DemoRecord {
  key: RecordKey;
  fields: Record<string, unknown>;
  date: string;
}

const DAYS_AT = {
  'Recién nacido': 31,
  '2 meses': 62,
  '4 meses': 123,
  '6 meses': 184,
  '12 meses': 366,
  '15 meses': 458,
  '18 meses': 549,
};

/** `until` and `since` the change of schedule. */
const VACCINES: readonly { age: keyof typeof DAYS_AT; type: string; dose: number; when?: 'until' | 'since' }[] = [
  { age: 'Recién nacido', type: 'BCG', dose: 1 },
  { age: '2 meses', type: 'Rotavirus', dose: 1 },
  { age: '2 meses', type: 'Neumococo conjugada', dose: 1 },
  { age: '2 meses', type: 'Pentavalente', dose: 1, when: 'until' },
  { age: '2 meses', type: 'fIPV', dose: 1, when: 'until' },
  { age: '2 meses', type: 'Hexavalente', dose: 1, when: 'since' },
  { age: '4 meses', type: 'Rotavirus', dose: 2 },
  { age: '4 meses', type: 'Neumococo conjugada', dose: 2 },
  { age: '4 meses', type: 'Pentavalente', dose: 2, when: 'until' },
  { age: '4 meses', type: 'fIPV', dose: 2, when: 'until' },
  { age: '4 meses', type: 'Hexavalente', dose: 2, when: 'since' },
  { age: '6 meses', type: 'Neumococo conjugada', dose: 3 },
  { age: '6 meses', type: 'Pentavalente', dose: 3, when: 'until' },
  { age: '6 meses', type: 'Hexavalente', dose: 3, when: 'since' },
  { age: '12 meses', type: 'SRP', dose: 1 },
  { age: '12 meses', type: 'Fiebre amarilla', dose: 1 },
  { age: '15 meses', type: 'Varicela', dose: 1 },
  { age: '18 meses', type: 'SRP', dose: 2 },
  { age: '18 meses', type: 'bOPV', dose: 4, when: 'until' },
  { age: '18 meses', type: 'Hexavalente', dose: 4, when: 'since' },
];

interface Child {
  birth: string;
  registered: string;
  today: string;
  establecimiento: string;
}

function newborn(random: Random, { birth, registered }: Child): DemoRecord {
  const weeks = random.whole(36, 41);
  const weight = random.whole(2350, 3900);
  const fields = {
    pesonacer: weight,
    pcefalico: random.whole(310, 370) / 10,
    longitud: random.whole(455, 520) / 10,
    sem: weeks,
    dias: weeks * 7 - random.whole(0, 6),
    pesoeg: weight < 2500 ? 'Pequeño' : 'Adecuado',
    apgar1: random.whole(6, 9),
    apgar2: random.whole(8, 10),
    apgar3: random.whole(8, 10),
    estimulac: random.chance(0.6),
    aspiracion: random.chance(0.3),
    partoobst: true,
    neomedico: true,
    establesalud: true,
    examenfisico: true,
    vitaminaK: true,
    profilaxis: true,
    apego: random.chance(0.9),
    ligaduracordon: true,
    lactanciainmediata: random.chance(0.85),
    tamizajemeta: random.chance(0.8),
    tipificacion: random.pick(['O POSITIVO', 'A POSITIVO', 'B POSITIVO']),
    pesoegreso: weight - random.whole(20, 120),
    fechaalta: addDays(birth, 2),
    lactanciaexclusiva: true,
    responsableegreso: random.pick(STAFF),
  };
  return { key: 'rn', fields, date: registered };
}

/** Newborn health, vaccines, screenings and anemia of a child up to today, with some gaps. */
export function childRecords(random: Random, child: Child): DemoRecord[] {
  const { birth, today, establecimiento } = child;
  const records: DemoRecord[] = random.chance(0.7) ? [newborn(random, child)] : [];
  for (const { age, type, dose, when } of VACCINES) {
    const date = addDays(birth, DAYS_AT[age] + random.whole(0, 12));
    const given = when === undefined || when === (date < CHANGE_DATE ? 'until' : 'since');
    if (date > today || !given || random.chance(0.04)) continue;
    const entry = {
      tipovacuna: type,
      dosis: dose,
      fechaaplicacion: date,
      edadapli: ageBetween(birth, date).months,
      lote: `L-${random.whole(1000, 9999)}`,
      vacunador: random.pick(STAFF),
      establecimiento,
    };
    records.push({ key: 'vacuna', fields: { clasificacion: age, esquema: [entry] }, date });
  }
  const screened = addDays(birth, random.whole(35, 90));
  if (screened <= today && random.chance(0.6)) {
    const normal = random.chance(0.93);
    const result = {
      fechaaplicacion: screened,
      edadapli: ageBetween(birth, screened).months,
      resultadonormal: normal,
      observacion: normal ? 'SIN NOVEDAD' : 'SE REFIERE PARA SEGUNDA PRUEBA',
    };
    const clasificacion = random.pick(['Metabólico neonatal', 'Auditivo', 'Visual', 'Desarrollo']);
    records.push({ key: 'tamizaje', fields: { clasificacion, esquema: [result] }, date: screened });
  }
  const tested = addDays(birth, random.whole(190, 400));
  if (tested <= today && random.chance(0.75)) {
    const measured = random.whole(1010, 1420) / 100;
    const corrected = Number((measured - 1.1).toFixed(2));
    const normal = corrected >= 10.5;
    const fields = {
      fechaaplicacion: tested,
      edadapli: ageBetween(birth, tested).months,
      valorhemoglobina: measured,
      valorcorregido: corrected,
      resultadonormal: normal,
      tratamiento: !normal,
      observacion: normal ? 'SIN NOVEDAD' : 'SE ENTREGA HIERRO PARA 30 DÍAS',
    };
    records.push({ key: 'anemia', fields, date: tested });
  }
  return records;
}

const TRIMESTERS = ['Primer trimestre', 'Segundo trimestre', 'Tercer trimestre'];
const DISEASES = ['VIH', 'Sífilis', 'Hepatitis B', 'Chagas'];

/** ETMI screenings and vaccines of a woman up to today. */
export function womanRecords(random: Random, registered: string, today: string): DemoRecord[] {
  const records: DemoRecord[] = [];
  TRIMESTERS.forEach((nombre, index) => {
    const date = addDays(registered, 7 + 80 * index);
    if (date > today) return;
    for (const vacuna of DISEASES) {
      if (random.chance(0.35)) continue;
      const resultado = random.chance(0.03) ? 'reactivo' : 'no reactivo';
      const tested = { vacuna, fechaRealizacion: date, resultado, semanaGestacion: 9 + 12 * index };
      records.push({ key: 'etmi', fields: { nombre, tamizajes: [tested] }, date });
    }
  });
  const vaccinated = addDays(registered, random.whole(3, 40));
  if (vaccinated <= today) {
    const fields = {
      tipo: 'Influenza',
      nombrevacuna: 'Influenza estacional',
      dosis: 1,
      fechaaplicacion: vaccinated,
      edadapli: random.whole(16, 42),
      lote: `I-${random.whole(1000, 9999)}`,
      vacunador: random.pick(STAFF),
    };
    records.push({ key: 'vacunamujer', fields, date: vaccinated });
  }
  return records;
}
