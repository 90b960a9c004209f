import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { anyBooklet, exampleBooklet, exampleRow, exchangeContext } from '../../../tests/support/exchange-booklets.ts';
import {
  dosesOf,
  storedDose,
  storedPatient,
  storedValues,
  valuesByLoinc,
  valuesOfDose,
  valuesOfPatient,
  valuesOfRecord,
} from '../../../tests/support/exchange-values.ts';
import { schemaProblems } from '../../../tests/support/fhir-schema.ts';
import { addDays } from '../calendar.ts';
import { PERSON_KINDS, type PersonKind } from '../journal/journal.ts';
import { RECORDS, type RecordKey } from '../records/index.ts';
import type { ExchangeContext, ExchangedBooklet, ExchangedRow } from './exchanged-booklet.ts';
import { codeSystems } from './own-codes.ts';
import { PATIENT_FIELDS, patientOf } from './patient.ts';
import { cantonLocations, organizationOf } from './places.ts';
import { practitionerOf } from './practitioner.ts';
import { provenanceOf } from './provenance.ts';
import type { Coding, Condition, Observation, Resource } from './r4.ts';
import { RESOURCE_TYPES } from './resource-types.ts';
import { resourcesOf } from './resources-of.ts';
import { parseSearch } from './search-query.ts';
import { searchedKinds } from './searched-kinds.ts';

let context: ExchangeContext;
beforeAll(async () => {
  context = await exchangeContext();
});

const ACCOUNT = { _id: 'c3d9d3e8-0b0c-4b65-8a4f-6f5a1b0a7e01', nombre: 'Rosa', apellido: 'Yuquilema' };

/** Everything that is sent about one booklet. */
function everyResource(booklet: ExchangedBooklet): Resource[] {
  const resources = resourcesOf(booklet, context);
  const entry = {
    id: '77',
    momento: '2026-09-22T15:04:05.678Z',
    accion: 'crear',
    autor: { ...ACCOUNT, esPractitioner: true },
  };
  const provenance = provenanceOf({ ...entry, registro: String(booklet.persona._id) }, resources);
  const [establishment] = context.establishments.values();
  return [
    ...resources,
    practitionerOf(ACCOUNT),
    organizationOf({ _id: String(establishment), nombre: 'Centro de Salud Colta' }, context),
    ...cantonLocations(context).slice(0, 1),
    ...(provenance ? [provenance] : []),
  ];
}

const problemsOf = (resources: readonly { readonly resourceType: string }[]) => resources.flatMap(schemaProblems);

const child = (change: Partial<ExchangedBooklet>, persona: ExchangedRow = {}): ExchangedBooklet => {
  const booklet = exampleBooklet('nino');
  return { ...booklet, ...change, persona: { ...booklet.persona, ...persona } };
};
const withId = <R extends Resource>(resources: readonly Resource[], id: unknown) =>
  resources.find((one) => one.id === id) as R | undefined;
const codesOf = (observation: Observation | undefined): (string | undefined)[] =>
  (observation?.code.coding ?? []).map(({ code }: Coding) => code);

describe('the official schema', () => {
  it.each(PERSON_KINDS)('accepts every resource of a booklet of one record of every type: %s', (kind) => {
    expect(problemsOf(everyResource(exampleBooklet(kind)))).toEqual([]);
  });

  it('accepts the code systems', () => {
    expect(problemsOf(codeSystems(context))).toEqual([]);
  });

  it('has seen a resource of every type that is served', () => {
    const types = PERSON_KINDS.flatMap((kind) => everyResource(exampleBooklet(kind))).map((one) => one.resourceType);
    expect(RESOURCE_TYPES.filter((type) => !types.includes(type))).toEqual([]);
  });

  it('refuses a resource with an element that FHIR does not have', () => {
    const [patient] = resourcesOf(exampleBooklet('nino'), context);
    const wrong = { resourceType: 'Patient', ...patient, cedula: '1' };
    expect(problemsOf([wrong])).not.toEqual([]);
  });
});

describe('any booklet that the declarations allow', () => {
  const RUNS = { numRuns: 60 };
  const each = (kind: PersonKind, check: (booklet: ExchangedBooklet, resources: Resource[]) => void) =>
    fc.assert(
      fc.property(anyBooklet(kind), (booklet) => check(booklet, resourcesOf(booklet, context))),
      RUNS,
    );
  const rowsOf = ({ tipo, persona, registros }: ExchangedBooklet): (readonly [RecordKey, ExchangedRow])[] => [
    [tipo, persona],
    ...Object.entries(registros).flatMap(([key, rows]) => rows.map((row) => [key as RecordKey, row] as const)),
  ];

  it.each(PERSON_KINDS)('is valid by the official schema: %s', (kind) => {
    each(kind, (_, resources) => {
      expect(problemsOf(resources)).toEqual([]);
    });
  });

  it.each(PERSON_KINDS)('has the same resources of a type when only they are wanted: %s', (kind) => {
    each(kind, (booklet, resources) => {
      for (const type of RESOURCE_TYPES)
        expect(resourcesOf(booklet, context, new Set([type]))).toEqual(
          resources.filter(({ resourceType }) => resourceType === type),
        );
    });
  });

  it.each(PERSON_KINDS)('has observations only where a search by their code and category looks: %s', (kind) => {
    each(kind, (_, resources) => {
      for (const resource of resources) {
        if (resource.resourceType !== 'Observation') continue;
        for (const { system, code } of (resource as Observation).code.coding ?? []) {
          const coded: [string, string] = ['code', `${system}|${code}`];
          const search = parseSearch('Observation', [coded], { strict: true, base: '' });
          expect(searchedKinds(search, context.base)).toContain(kind);
        }
        const categories = ((resource as Observation).category ?? []).flatMap(({ coding = [] }) =>
          coding.map(({ code = '' }): [string, string] => ['category', code]),
        );
        const search = parseSearch('Observation', categories, { strict: true, base: '' });
        expect(searchedKinds(search, context.base)).toContain(kind);
      }
    });
  });

  it('is not read for a code that only people of the other kind have', () => {
    const kinds = (...pairs: [string, string][]) =>
      searchedKinds(parseSearch('Observation', pairs, { strict: true, base: '' }), context.base);
    expect(kinds(['code', '29463-7'])).toEqual(['nino']);
    expect(kinds(['code', 'http://loinc.org|8665-2'])).toEqual(['mujer']);
    expect(kinds(['code', '29463-7,8665-2'])).toEqual(['mujer', 'nino']);
    expect(kinds(['category', 'vital-signs'])).toEqual(['nino']);
    expect(kinds(['category', 'laboratory'], ['code', '8665-2'])).toEqual([]);
    expect(kinds(['date', '2026'])).toEqual(['mujer', 'nino']);
  });

  it('is not searched among women for a birth date, or for another gender', () => {
    const kinds = (...pairs: [string, string][]) =>
      searchedKinds(parseSearch('Patient', pairs, { strict: true, base: '' }), context.base);
    expect(kinds()).toEqual(['mujer', 'nino']);
    expect(kinds(['gender', 'female,male'], ['name', 'sisa'])).toEqual(['mujer', 'nino']);
    expect(kinds(['gender', 'male'])).toEqual(['nino']);
    expect(kinds(['gender', 'female'], ['gender', 'unknown'])).toEqual(['nino']);
    expect(kinds(['birthdate', 'ge2020'])).toEqual(['nino']);
  });

  it.each(PERSON_KINDS)('has the same Patient by the columns that it is made from: %s', (kind) => {
    each(kind, (booklet, [patient]) => {
      const columns = Object.entries(booklet.persona).filter(([name]) => PATIENT_FIELDS.includes(name));
      const persona = Object.fromEntries(columns);
      expect(patientOf({ ...booklet, persona, registros: {}, madre: null }, context)).toEqual(patient);
    });
  });

  it.each(PERSON_KINDS)('comes back from its observations, field by field: %s', (kind) => {
    each(kind, (booklet, resources) => {
      for (const [key, row] of rowsOf(booklet)) {
        const values = valuesOfRecord(key, String(row._id), resources);
        expect(values).toEqual(storedValues(row, Object.keys(values)));
        const coded = valuesByLoinc(key, String(row._id), resources);
        expect(coded).toEqual(storedValues(row, Object.keys(coded)));
      }
    });
  });

  it.each(PERSON_KINDS)('comes back from its vaccines: %s', (kind) => {
    const key = kind === 'nino' ? 'vacuna' : 'vacunamujer';
    each(kind, ({ registros }, resources) => {
      for (const row of registros[key] ?? []) {
        const dose = dosesOf(resources).find(({ id }) => id === row._id);
        expect(dose && valuesOfDose(dose)).toEqual(storedDose(row));
      }
    });
  });

  it.each(PERSON_KINDS)('comes back from its patient: %s', (kind) => {
    each(kind, ({ persona }, [patient]) => {
      expect(patient?.resourceType === 'Patient' && valuesOfPatient(patient, context.systems)).toEqual(
        storedPatient(persona),
      );
    });
  });

  it.each(PERSON_KINDS)('gives every resource an id of its own, and refers to none that is missing: %s', (kind) => {
    each(kind, (booklet, resources) => {
      const addresses = resources.map(({ resourceType, id }) => `${resourceType}/${id}`);
      expect(new Set(addresses).size).toBe(addresses.length);
      const referred = [...JSON.stringify(resources).matchAll(/"reference":"([^"]+)"/g)].map(([, to]) => String(to));
      const elsewhere = /^(Practitioner|Organization)\//;
      const others = (booklet.hijos ?? []).map((id) => `RelatedPerson/${id}.madre`);
      const missing = referred.filter((to) => !elsewhere.test(to) && ![...addresses, ...others].includes(to));
      expect(missing).toEqual([]);
    });
  });

  it.each(PERSON_KINDS)('uses only own codes that its code systems serve: %s', (kind) => {
    const served = new Set(
      codeSystems(context).flatMap(({ url, concept = [] }) => concept.map(({ code }) => `${url}|${code}`)),
    );
    each(kind, (_, resources) => {
      const texts = JSON.stringify(resources);
      const own = [...texts.matchAll(/"system":"([^"]+\/CodeSystem\/libreta[^"]*)","code":"([^"]+)"/g)];
      expect(own.map(([, system, code]) => `${system}|${code}`).filter((one) => !served.has(one))).toEqual([]);
    });
  });
});

describe('codes', () => {
  const birth = '2025-09-17';
  const measuredAt = (fecha: string) => {
    const control = exampleRow(RECORDS.control, { fecha });
    const resources = resourcesOf(child({ registros: { control: [control] } }, { fechanacimiento: birth }), context);
    return codesOf(withId<Observation>(resources, `${control._id}.longitud`));
  };

  it('a length before 24 months is one measured lying, and a body height too', () => {
    expect(measuredAt('2026-09-22')).toEqual(['8306-3', '8302-2', 'control.longitud']);
  });

  it('a length from 24 months on is a body height only', () => {
    expect(measuredAt('2027-09-17')).toEqual(['8302-2', 'control.longitud']);
  });

  it('a vaccine has CVX, ATC and our own code; one that no list has, its text', () => {
    const vacuna = exampleRow(RECORDS.vacuna, { tipovacuna: 'Pentavalente (DPT-HB-Hib)' });
    const other = exampleRow(RECORDS.vacuna, { tipovacuna: 'CÓLERA' });
    const resources = resourcesOf(child({ registros: { vacuna: [vacuna, other] } }), context);
    expect(withId(resources, vacuna._id)).toMatchObject({
      vaccineCode: { coding: [{ code: '198' }, { code: 'J07CA11' }, { code: 'pentavalente' }] },
    });
    expect(withId(resources, other._id)).toMatchObject({ vaccineCode: { text: 'CÓLERA' } });
  });
});

describe('growth', () => {
  const control = (change: Partial<ExchangedRow>) =>
    exampleRow(RECORDS.control, { fecha: '2026-09-17', peso: 8.5, longitud: 73, perimetro: 45, ...change } as never);
  const scoresOfGirl = (registros: ExchangedBooklet['registros']) => {
    const resources = resourcesOf(child({ registros }, { fechanacimiento: '2025-09-17', sexo: 'FEMENINO' }), context);
    return (id: unknown) => withId<Observation>(resources, id);
  };

  it('a girl of one year with 8.5 kg has −0.42 for her weight, by SNOMED CT, with the measure it is derived from', () => {
    const one = control({});
    expect(scoresOfGirl({ control: [one] })(`${one._id}.z-peso`)).toMatchObject({
      code: { coding: [{ code: '1153593003' }, { code: 'control.z-peso' }] },
      valueQuantity: { value: -0.42, code: '{Zscore}' },
      derivedFrom: [{ reference: `Observation/${one._id}.peso` }],
    });
  });

  it('a preterm child is scored at the corrected age, and the method says so', () => {
    const one = control({});
    const newborn = exampleRow(RECORDS.rn, { sem: 32, dias: 224 });
    const score = scoresOfGirl({ control: [one], rn: [newborn] })(`${one._id}.z-peso`);
    expect(score?.method?.text).toContain('edad corregida');
    expect(score?.valueQuantity?.value).toBeGreaterThan(-0.42);
  });

  const CHANGED = { control: '2026-09-20', person: '2026-09-21', newborn: '2026-09-22' };
  const ONES = Object.keys(CHANGED) as (keyof typeof CHANGED)[];
  it.each(ONES)(
    'a score and its condition change with the newest of control, child and newborn record: %s',
    (newest) => {
      const at = (one: keyof typeof CHANGED) => `${one === newest ? '2026-10-01' : CHANGED[one]}T10:00:00.000Z`;
      const one: ExchangedRow = { ...control({ peso: 4.5 }), actualizado: at('control') };
      const newborn = { ...exampleRow(RECORDS.rn, { sem: 32, dias: 224 }), actualizado: at('newborn') };
      const person = { fechanacimiento: '2025-09-17', sexo: 'FEMENINO', actualizado: at('person') };
      const booklet = child({ registros: { control: [one], rn: [newborn] } }, person);
      const resources = resourcesOf(booklet, context);
      const metas = [`${one._id}.z-peso`, `${booklet.persona._id}.bajo-peso`].map((id) => withId(resources, id)?.meta);
      expect(metas).toEqual([{ lastUpdated: at(newest) }, { lastUpdated: at(newest) }]);
    },
  );

  it('an implausible score is left out', () => {
    const one = control({ longitud: 99 });
    expect(scoresOfGirl({ control: [one] })(`${one._id}.z-talla`)).toBeUndefined();
  });

  it('weight for length has only our own code', () => {
    const one = control({});
    expect(codesOf(scoresOfGirl({ control: [one] })(`${one._id}.z-pesotalla`))).toEqual(['control.z-pesotalla']);
  });
});

describe('conditions', () => {
  const screening = (fechaaplicacion: string, valorcorregido: number) =>
    exampleRow(RECORDS.anemia, { fechaaplicacion, valorcorregido });
  const conditionOf = (registros: ExchangedBooklet['registros'], key: string) => {
    const booklet = child({ registros }, { fechanacimiento: '2025-09-17', sexo: 'FEMENINO' });
    return withId<Condition>(resourcesOf(booklet, context), `${booklet.persona._id}.${key}`);
  };
  const statusOf = (condition: Condition | undefined) => condition?.clinicalStatus?.coding?.[0]?.code;

  it('anaemia is active since the first screening of its time, provisional, with its severity', () => {
    const anemia = [screening('2026-04-01', 12), screening('2026-05-01', 10), screening('2026-06-01', 9)];
    expect(conditionOf({ anemia }, 'anemia')).toMatchObject({
      clinicalStatus: { coding: [{ code: 'active' }] },
      verificationStatus: { coding: [{ code: 'provisional' }] },
      severity: { coding: [{ display: 'Moderate' }] },
      onsetDateTime: '2026-05-01',
    });
  });

  it('anaemia that the last screening does not show is resolved since then', () => {
    const anemia = [screening('2026-05-01', 10), screening('2026-06-01', 12)];
    const condition = conditionOf({ anemia }, 'anemia');
    expect(statusOf(condition)).toBe('resolved');
    expect(condition?.abatementDateTime).toBe('2026-06-01');
  });

  it('a child that never had anaemia has no such condition', () => {
    expect(conditionOf({ anemia: [screening('2026-05-01', 12)] }, 'anemia')).toBeUndefined();
  });

  it('malnutrition is the status of the programme, and low length for age that of the WHO', () => {
    const control = [exampleRow(RECORDS.control, { fecha: '2026-09-17', edad: 12, peso: 7, longitud: 67 })];
    expect(statusOf(conditionOf({ control }, 'desnutricion'))).toBe('active');
    expect(statusOf(conditionOf({ control }, 'talla-baja'))).toBe('active');
  });
});

describe('pregnancies', () => {
  const screening = (fechaRealizacion: string, semanaGestacion: number) =>
    exampleRow(RECORDS.etmi, { fechaRealizacion, semanaGestacion });
  const woman = (registros: ExchangedBooklet['registros']): ExchangedBooklet => ({
    ...exampleBooklet('mujer'),
    registros,
  });
  const episodes = (booklet: ExchangedBooklet) =>
    resourcesOf(booklet, context).filter((one) => one.resourceType === 'EpisodeOfCare');

  it('is one episode for the screenings of one pregnancy, another for those after it', () => {
    const etmi = [screening('2024-03-01', 12), screening('2024-05-01', 20), screening('2026-10-01', 10)];
    expect(episodes(woman({ etmi })).map(({ status }) => status)).toEqual(['finished', 'active']);
  });

  it('keeps its id when a later screening corrects the first day', () => {
    const booklet = woman({ etmi: [screening('2026-09-01', 12)] });
    const before = episodes(booklet)[0];
    const after = episodes({
      ...booklet,
      registros: { etmi: [...(booklet.registros.etmi ?? []), screening('2026-10-01', 15)] },
    })[0];
    expect(after?.id).toBe(before?.id);
    expect(after).toMatchObject({ period: { start: addDays('2026-10-01', -7 * 15) } });
  });

  it('contains the contacts of its days', () => {
    const booklet = woman({
      etmi: [screening('2026-09-01', 12)],
      controlmujer: [exampleRow(RECORDS.controlmujer, { fechaatencion: '2026-10-05' })],
    });
    const [episode] = episodes(booklet);
    expect(withId(resourcesOf(booklet, context), `${booklet.persona._id}.20261005`)).toMatchObject({
      episodeOfCare: [{ reference: `EpisodeOfCare/${episode?.id}` }],
    });
  });
});

describe('people', () => {
  it('a child names its mother by her cédula, and the mother names herself as the mother of her children', () => {
    const booklet = exampleBooklet('nino');
    const mother = exampleBooklet('mujer');
    expect(withId(resourcesOf(booklet, context), `${booklet.persona._id}.madre`)).toMatchObject({
      resourceType: 'RelatedPerson',
      relationship: [{ coding: [{ code: 'MTH' }] }],
      identifier: [{ system: context.systems.cedula, value: '0603714026' }, { value: booklet.madre }],
    });
    expect(resourcesOf(mother, context)[0]).toMatchObject({
      link: [{ type: 'seealso', other: { reference: `RelatedPerson/${mother.hijos?.[0]}.madre` } }],
    });
  });

  it('an establishment outside of the list is only its name', () => {
    const [patient] = resourcesOf(child({}, { establecimiento: 'Puesto Perdido' }), context);
    expect(patient).toMatchObject({ managingOrganization: { display: 'Puesto Perdido' } });
  });

  it('an account is nothing but its name', () => {
    const account = { ...ACCOUNT, cedula: '0603714026', email: 'rosa@salud.gob.ec' };
    expect(JSON.stringify(practitionerOf(account))).not.toMatch(/0603714026|salud\.gob/);
  });
});
