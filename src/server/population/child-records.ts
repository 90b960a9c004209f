import { addDays, ageBetween } from '#domain/calendar.ts';
import { CHANGE_DATE } from '#domain/vaccines/schedule.ts';
import { STAFF } from './names.ts';
import { type InventedRecord, inventedRecord } from './person.ts';
import type { Random } from './random.ts';

const COVERAGE = 0.78;

const DAYS_AT = {
  'Recién nacido': 31,
  '2 meses': 62,
  '4 meses': 123,
  '6 meses': 184,
  '12 meses': 366,
  '15 meses': 458,
  '18 meses': 549,
};

/** `until` and `since` refer to the change of the schedule. */
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
  /** Days of pregnancy at birth. */
  gestation: number;
  registered: string;
  today: string;
  establecimiento: string;
}

const PRETERM_SHARE = 0.09;

/** Days of pregnancy: one child in eleven is preterm, as in the WHO's estimates. */
export const gestationOf = (random: Random): number =>
  random.chance(PRETERM_SHARE) ? random.whole(203, 258) : random.whole(259, 287);

type Range = readonly [from: number, to: number];
type Sizes = Readonly<Record<'weight' | 'head' | 'length', Range>>;
const SMALL: Sizes = { weight: [1650, 2400], head: [300, 315], length: [400, 460] };
const USUAL: Sizes = { weight: [2350, 3900], head: [310, 370], length: [455, 520] };
const SMALL_BEFORE_DAYS = 245;

function newborn(random: Random, { birth, registered, gestation }: Child): InventedRecord {
  const { weight: weights, head, length } = gestation < SMALL_BEFORE_DAYS ? SMALL : USUAL;
  const weight = random.whole(...weights);
  const values = {
    pesonacer: weight,
    pcefalico: random.whole(...head) / 10,
    longitud: random.whole(...length) / 10,
    sem: Math.ceil(gestation / 7),
    dias: gestation,
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
  return inventedRecord('rn', registered, values);
}

export function childRecords(random: Random, child: Child): InventedRecord[] {
  const { birth, registered, today, establecimiento } = child;
  /** What happened before the registration is entered on its day. */
  const entered = (date: string) => (date < registered ? registered : date);
  const records: InventedRecord[] = random.chance(0.7) ? [newborn(random, child)] : [];
  for (const { age, type, dose, when } of VACCINES) {
    const date = addDays(birth, DAYS_AT[age] + random.whole(0, 12));
    const given = when === undefined || when === (date < CHANGE_DATE ? 'until' : 'since');
    if (date > today || !given || !random.chance(COVERAGE)) continue;
    const dosed = {
      clasificacion: age,
      tipovacuna: type,
      dosis: dose,
      fechaaplicacion: date,
      edadapli: ageBetween(birth, date).months,
      lote: `L-${random.whole(1000, 9999)}`,
      vacunador: random.pick(STAFF),
      establecimiento,
    };
    records.push(inventedRecord('vacuna', entered(date), dosed));
  }
  const screened = addDays(birth, random.whole(35, 90));
  if (screened <= today && random.chance(0.6)) {
    const normal = random.chance(0.93);
    const result = {
      clasificacion: random.pick(['Metabólico neonatal', 'Auditivo', 'Visual', 'Desarrollo']),
      fechaaplicacion: screened,
      edadapli: ageBetween(birth, screened).months,
      resultadonormal: normal,
      observacion: normal ? 'SIN NOVEDAD' : 'SE REFIERE PARA SEGUNDA PRUEBA',
    };
    records.push(inventedRecord('tamizaje', entered(screened), result));
  }
  const tested = addDays(birth, random.whole(190, 400));
  if (tested <= today && random.chance(0.75)) {
    const measured = random.whole(1010, 1420) / 100;
    const corrected = Number((measured - 1.1).toFixed(2));
    const normal = corrected >= 10.5;
    const values = {
      fechaaplicacion: tested,
      edadapli: ageBetween(birth, tested).months,
      valorhemoglobina: measured,
      valorcorregido: corrected,
      resultadonormal: normal,
      tratamiento: !normal,
      observacion: normal ? 'SIN NOVEDAD' : 'SE ENTREGA HIERRO PARA 30 DÍAS',
    };
    records.push(inventedRecord('anemia', tested, values));
  }
  return records;
}
