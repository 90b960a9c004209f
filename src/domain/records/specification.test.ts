import { describe, expect, it } from 'vitest';
import { SECTION_8 } from '../../../tests/support/section-8.ts';
import { bookletOf } from './booklets.ts';
import { type RecordDeclaration, type RecordDefinition, toFlat } from './define-record.ts';
import { RECORDS, type RecordKey } from './index.ts';
import { VACCINE_RULES } from './vaccine-windows.ts';

/** Copied from the specification, not derived from the declarations. */
const recordOf = (key: RecordKey): RecordDefinition => RECORDS[key];

/** Whether this value of this field is refused. */
function refuses(key: RecordKey, name: string, value: unknown): boolean {
  const definition = recordOf(key);
  const result = definition.flatSchema.safeParse({ ...toFlat(definition, definition.example), [name]: value });
  return result.error?.issues.some(({ path }) => path[0] === name) ?? false;
}

const namesWhere = (key: RecordKey, holds: (field: Record<string, unknown>) => unknown) =>
  Object.entries(recordOf(key).fields)
    .filter(([, field]) => holds({ ...field }))
    .map(([name]) => name)
    .sort();
const words = (text: string) => text.split(' ').filter(Boolean).sort();

describe('section 3: the fields', () => {
  const PERSON =
    'hcu cedula nombres apellidos discapacidad detalleDiscapacidad telfdomicilio celular direccion zona provincia canton parroquia establecimiento';
  // proves 3.11, 3.12, 3.18-3.24
  it.each<[RecordKey, string]>([
    ['mujer', PERSON],
    ['nino', `${PERSON} cedulamadre fechanacimiento nombrePadres sexo`],
    ['etmi', 'nombre vacuna fechaRealizacion resultado semanaGestacion'],
    ['controlmujer', 'fechaatencion fechaproxima nombrevacunador observacion'],
    ['vacunamujer', 'tipo dosis fechaaplicacion edadapli lote vacunador nombrevacuna establecimiento'],
    ['control', 'fecha edad peso longitud perimetro lactmaterna otrasleches otrosalimento micronutrientes vitaminaA'],
    ['vacuna', 'clasificacion tipovacuna dosis fechaaplicacion edadapli lote vacunador establecimiento'],
    ['tamizaje', 'clasificacion fechaaplicacion edadapli resultadonormal observacion'],
    ['anemia', 'fechaaplicacion edadapli valorhemoglobina valorcorregido resultadonormal tratamiento observacion'],
  ])('%s has the fields of the specification', (key, fields) => {
    expect([...recordOf(key).fieldNames].sort()).toEqual(words(fields));
  });

  const NEWBORN = {
    measures: 'pesonacer pcefalico longitud sem dias pesoeg apgar1 apgar2 apgar3',
    resuscitation: 'estimulac aspiracion mascara bolsa tuboendotraq masajec medicacion',
    birth: 'partomedico partoobst partoenf partoauxil partoestud partoempir partootro',
    neonate: 'neomedico neoobst neoenf neoauxil neoestud neoempir neootro',
    place: 'establesalud domicilio otro',
    examination: 'metodocanguro examenfisico defectoscongenitos valordefectoscongenitos tipificacion vitaminaK',
    care: 'profilaxis enfermedades valorenfermedades tamizajemeta tamizajeaudi apego ligaduracordon meconio lactanciainmediata',
    discharge: 'pesoegreso fechaalta lactanciaexclusiva parcial artificial lechehumana responsableegreso',
  };
  // proves 3.33-3.40
  it('rn has the fields of the specification', () => {
    expect([...recordOf('rn').fieldNames].sort()).toEqual(words(Object.values(NEWBORN).join(' ')));
  });

  // proves 3.25, 3.27, 3.28
  it.each<[RecordKey, string, string]>([
    ['etmi', 'tamizajes', 'vacuna fechaRealizacion resultado semanaGestacion'],
    ['vacuna', 'esquema', 'tipovacuna dosis fechaaplicacion edadapli lote vacunador establecimiento'],
    ['tamizaje', 'esquema', 'fechaaplicacion edadapli resultadonormal observacion'],
  ])('%s sends the single item of %s', (key, list, fields) => {
    const { nest } = recordOf(key);
    expect([nest?.key, [...(nest?.fields ?? [])].sort()]).toEqual([list, words(fields)]);
  });

  // proves 2.154-2.158
  it('women, children and newborns have the columns of the specification', () => {
    expect(recordOf('mujer').columns).toEqual(['cedula', 'nombres', 'apellidos', 'provincia', 'canton', 'celular']);
    const child = ['cedula', 'nombres', 'apellidos', 'provincia', 'canton', 'sexo', 'fechanacimiento'];
    expect(recordOf('nino').columns).toEqual(child);
    const newborn = 'pesonacer pcefalico longitud pesoeg apgar1 apgar2 apgar3';
    expect(namesWhere('rn', ({ column }) => column)).toEqual(words(newborn));
  });
});

describe('sections 5 and 9: the bounds, inclusive', () => {
  // proves 5.53, 5.55-5.72, 9.12-9.30, 9.33, 9.34
  it.each<[RecordKey, string, number, number, number]>([
    ['etmi', 'semanaGestacion', 1, 42, 1],
    ['vacunamujer', 'edadapli', 14, 45, 1],
    ['vacunamujer', 'dosis', 1, 10, 1],
    ['rn', 'pesonacer', 1500, 4500, 1],
    ['rn', 'pcefalico', 30, 39, 0.1],
    ['rn', 'longitud', 40, 52, 0.1],
    ['rn', 'sem', 1, 42, 1],
    ['rn', 'apgar1', 0, 10, 1],
    ['rn', 'apgar2', 0, 10, 1],
    ['rn', 'apgar3', 0, 10, 1],
    ['rn', 'pesoegreso', 1500, 5500, 1],
    ['control', 'edad', 1, 24, 1],
    ['control', 'peso', 2, 24, 0.01],
    ['control', 'longitud', 40, 100, 0.01],
    ['control', 'perimetro', 25, 53, 0.01],
    ['vacuna', 'edadapli', 1, 24, 1],
    ['vacuna', 'dosis', 1, 10, 1],
    ['tamizaje', 'edadapli', 1, 24, 1],
    ['anemia', 'edadapli', 1, 24, 1],
    ['anemia', 'valorhemoglobina', 6, 16, 0.01],
    ['anemia', 'valorcorregido', 6, 16, 0.01],
  ])('%s %s from %d to %d in steps of %d', (key, name, min, max, step) => {
    for (const inside of [min, max, min + step]) expect(refuses(key, name, inside), `${inside}`).toBe(false);
    for (const outside of [min - step, max + step, min + step / 2]) expect(refuses(key, name, outside)).toBe(true);
  });

  // proves 4.23
  it('the days of a newborn are from 7 × (weeks − 1) + 1 to 7 × weeks', () => {
    const values = { ...recordOf('rn').example, sem: 39 };
    const allowed = (dias: number) => recordOf('rn').flatSchema.safeParse({ ...values, dias }).success;
    expect([266, 267, 273, 274].map(allowed)).toEqual([false, true, true, false]);
  });
});

describe('section 5: what is required', () => {
  // proves 5.22, 5.23, 5.40-5.47
  it.each<[RecordKey, string]>([
    ['mujer', 'hcu cedula nombres apellidos'],
    ['nino', 'hcu cedula cedulamadre nombres apellidos'],
    ['etmi', 'nombre vacuna fechaRealizacion resultado semanaGestacion'],
    ['controlmujer', 'fechaatencion fechaproxima nombrevacunador observacion'],
    ['vacunamujer', 'tipo fechaaplicacion edadapli lote vacunador'],
    ['rn', 'pesonacer pcefalico longitud sem dias pesoeg apgar1 apgar2 apgar3 responsableegreso'],
    ['control', 'fecha edad peso longitud perimetro'],
    ['vacuna', 'clasificacion tipovacuna dosis fechaaplicacion edadapli lote vacunador'],
    ['tamizaje', 'clasificacion fechaaplicacion edadapli observacion'],
    ['anemia', 'fechaaplicacion edadapli valorhemoglobina valorcorregido observacion'],
  ])('%s requires %s', (key, fields) => {
    const required = recordOf(key).fieldNames.filter((name) => refuses(key, name, ''));
    const flags = namesWhere(key, ({ kind }) => kind === 'flag');
    expect(required.filter((name) => !flags.includes(name)).sort()).toEqual(words(fields));
  });

  // proves 5.75-5.77
  it.each<[RecordKey, string]>([
    ['tamizaje', 'resultadonormal'],
    ['anemia', 'resultadonormal'],
    ['anemia', 'tratamiento'],
  ])('%s %s is Sí or No, Sí by default', (key, name) => {
    expect(recordOf(key).fields[name]).toMatchObject({ kind: 'flag', default: true, yesNo: true });
  });
});

describe('section 5: upper case', () => {
  const PERSON = 'nombres apellidos direccion zona parroquia';
  // proves 5.28, 5.29, 5.31-5.36
  it.each<[RecordKey, string]>([
    ['mujer', PERSON],
    ['nino', `${PERSON} nombrePadres`],
    ['etmi', ''],
    ['controlmujer', 'nombrevacunador observacion'],
    ['vacunamujer', 'vacunador'],
    ['rn', 'tipificacion responsableegreso'],
    ['control', ''],
    ['vacuna', 'vacunador'],
    ['tamizaje', 'observacion'],
    ['anemia', 'observacion'],
  ])('%s stores in upper case: %s', (key, fields) => {
    expect(namesWhere(key, ({ upperCase }) => upperCase)).toEqual(words(fields));
  });
});

describe('the options', () => {
  // proves 3.14, 3.16, 3.26, 3.42, 5.54, 9.10, 9.11, 9.31
  it.each<[RecordKey, string, string[]]>([
    ['mujer', 'discapacidad', ['No', 'Si']],
    ['nino', 'sexo', ['FEMENINO', 'MASCULINO']],
    ['etmi', 'resultado', ['no reactivo', 'reactivo']],
    ['rn', 'pesoeg', ['Adecuado', 'Grande', 'Pequeño']],
  ])('%s %s has the options %j', (key, name, values) => {
    const field = recordOf(key).fields[name];
    expect(field?.kind === 'choice' && field.options.map(({ value }) => value).sort()).toEqual(values);
  });

  // proves 2.137, 2.205, 2.206, 7.81-7.93
  it.each<[RecordKey, string, string]>([
    ['mujer', 'detalleDiscapacidad', 'discapacidad'],
    ['mujer', 'establecimiento', 'establecimiento'],
    ['nino', 'detalleDiscapacidad', 'discapacidad'],
    ['nino', 'establecimiento', 'establecimiento'],
    ['etmi', 'nombre', 'etmitrimestre'],
    ['etmi', 'vacuna', 'etmivacuna'],
    ['vacunamujer', 'tipo', 'vacunamujertipo'],
    ['vacunamujer', 'dosis', 'vacunadosismujer'],
    ['vacunamujer', 'nombrevacuna', 'vacunanombremujer'],
    ['vacunamujer', 'establecimiento', 'establecimiento'],
    ['vacuna', 'clasificacion', 'vacunaclasificacionninio'],
    ['vacuna', 'tipovacuna', 'vacunaninotipo'],
    ['vacuna', 'dosis', 'vacunadosisnino'],
    ['vacuna', 'establecimiento', 'establecimiento'],
    ['tamizaje', 'clasificacion', 'tamizajeninoclasificacion'],
  ])('%s %s has the options of the catalog %s', (key, name, list) => {
    expect(recordOf(key).fields[name]).toMatchObject({ catalog: list });
  });
});

describe('section 7: the addresses', () => {
  // proves 7.14, 7.21, 7.25, 7.29, 7.33, 7.40, 7.44, 7.48, 7.52, 7.56
  it.each<[RecordKey, string, string | undefined]>([
    ['mujer', '/api/mujer', undefined],
    ['etmi', '/api/etmi', 'mujerId'],
    ['controlmujer', '/api/controlmujer', 'mujerId'],
    ['vacunamujer', '/api/vacunamujer', 'mujerId'],
    ['nino', '/api/nino', undefined],
    ['rn', '/api/rn', 'ninoId'],
    ['control', '/api/control', 'ninoId'],
    ['vacuna', '/api/vacuna', 'ninoId'],
    ['tamizaje', '/api/tamizaje', 'ninoId'],
    ['anemia', '/api/anemia', 'ninoId'],
  ])('%s has the path %s and the parent %s', (key, address, parent) => {
    expect([`/api/${recordOf(key).path}`, recordOf(key).parent?.field]).toEqual([address, parent]);
  });
});

describe('sections 2 and 8: the texts', () => {
  // proves 2.153, 2.160-2.166
  it.each<[RecordKey, keyof RecordDeclaration['titles'], string]>([
    ['mujer', 'table', 'Listado de Mujeres Embarazadas'],
    ['nino', 'table', 'Listado de Niños'],
    ['rn', 'form', 'Salud Infantil Recién Nacido'],
    ['control', 'form', 'Formulario de Control'],
    ['control', 'table', 'Registros de Control del RN'],
    ['vacuna', 'form', 'Formulario de Vacuna'],
    ['vacuna', 'table', 'Registros de Vacuna del Niño'],
    ['tamizaje', 'form', 'Formulario de Tamizaje'],
    ['tamizaje', 'table', 'Registros de Tamizaje del Niño'],
    ['anemia', 'table', 'Registros de Anemia del Niño'],
  ])('the title %s %s is "%s"', (key, title, text) => {
    expect(recordOf(key).titles[title]).toBe(text);
  });

  // proves 8.18, 8.22-8.27, 8.32-8.41, 8.62
  it.each<readonly [RecordKey, keyof RecordDeclaration['messages'], string]>([
    ['mujer', 'saveFailed', 'Hubo un error al guardar la información.'],
    ['mujer', 'updateFailed', 'Hubo un error al actualizar la información.'],
    ['mujer', 'deleteFailed', 'Hubo un error al eliminar la información.'],
    ['mujer', 'updated', 'La información de la madre ha sido actualizada correctamente.'],
    ['nino', 'saveFailed', 'Hubo un error al guardar la información.'],
    ['nino', 'updateFailed', 'Hubo un error al actualizar la información.'],
    ['nino', 'deleteFailed', 'Hubo un error al eliminar la información.'],
    ...Object.entries(SECTION_8).flatMap(([key, { saveFailed, deleteFailed }]) => [
      [key as RecordKey, 'saveFailed', saveFailed] as const,
      [key as RecordKey, 'deleteFailed', deleteFailed] as const,
    ]),
  ])('the message %s %s is "%s"', (key, message, text) => {
    expect(recordOf(key).messages[message]).toBe(text);
  });

  it('every record of a woman or child is in section 8', () => {
    const records = Object.values(RECORDS).filter((record) => 'parent' in record);
    expect(Object.keys(SECTION_8).sort()).toEqual(records.map(({ key }) => key).sort());
  });

  // proves 2.170-2.173
  it('the vaccination form has four notes', () => {
    expect(recordOf('vacuna').info).toBe(VACCINE_RULES);
    expect(VACCINE_RULES).toEqual([
      'BCG es dosis única hasta los 11 meses 29 días.',
      'Rotavirus: primera dosis hasta los 3 meses 29 días, segunda dosis hasta los 7 meses 29 días.',
      'En caso de reacción anafiláctica o alergia a la pentavalente, administrar la vacuna HB pediátrica en el mismo esquema.',
      'El intervalo entre las dos dosis de fIPV debe ser de 8 semanas.',
    ]);
  });
});

describe('section 2: the printed booklet', () => {
  it.each<[RecordKey, string]>([
    ['mujer', 'vacunamujer controlmujer etmi'],
    ['nino', 'control anemia vacuna tamizaje'],
  ])('of %s has, in this order, %s', (key, printed) => {
    expect(bookletOf(recordOf(key)).printed.map(({ definition }) => definition.key)).toEqual(printed.split(' '));
  });
});
