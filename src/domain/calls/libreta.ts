import { z } from 'zod';
import { growthAgeSchema } from '../growth/growth-age.ts';
import { oncePerDeclaration } from '../once.ts';
import type { Booklet } from '../records/booklets.ts';
import type { RecordDefinition } from '../records/define-record.ts';
import { nino } from '../records/nino.ts';
import { defineCall } from './define-call.ts';
import { visitReasonSchema } from './follow-up.ts';
import { evaluationAnswerSchema } from './growth.ts';
import { wholeBookletPath } from './libreta-path.ts';
import { wireSchema } from './record-wire.ts';
import { responsibleSchema } from './users.ts';

const day = z.iso.date();

/** What a family comes for next; `cuando`: due, after a dose of today, later, or without a settled day. */
const appointment = z.object({
  tipo: z.enum(['control', 'vacuna', 'hemoglobina']),
  nombre: z.string(),
  fecha: day.nullable(),
  cuando: z.enum(['due', 'next', 'later', 'open']),
  nota: z.string().nullable(),
});

/** A dose of the vaccination calendar; `registro` is the record that gave it. */
const dose = z.object({
  vacuna: z.string(),
  nombre: z.string(),
  estado: z.enum(['due', 'late', 'upcoming', 'undated', 'given', 'early', 'tooOld']),
  desde: day.nullable(),
  hasta: day.nullable(),
  aplicada: z.object({ fecha: day, registro: z.string() }).nullable(),
  observacion: z.string().nullable(),
});

/** The z-scores of a control, by the corrected age where it is used; null without birth date or sex. */
const growthOfControl = z.object({
  control: z.string(),
  fecha: day,
  edad: growthAgeSchema.nullable(),
  evaluacion: evaluationAnswerSchema.nullable(),
});

const ofEvery = { responsable: responsibleSchema, citas: z.array(appointment) };
const ofChild = {
  crecimiento: z.array(growthOfControl),
  calendario: z.array(dose).nullable(),
  visita: z.object({
    visto: day.nullable(),
    proximoControl: day.nullable(),
    proximaVacuna: day.nullable(),
    motivos: z.array(visitReasonSchema),
  }),
};
const ofWoman = { semana: z.int().nullable() };

/** The record types of a booklet, in its order. */
export const recordsOf = ({ parts }: Booklet): readonly RecordDefinition[] => parts.map(({ definition }) => definition);

/** A whole booklet in one answer: the person, all records by type (newest first), and what follows from them today. */
export const getWholeBooklet = oncePerDeclaration((booklet: Booklet) => {
  const { person } = booklet;
  const lists = recordsOf(booklet).map((definition) => [definition.key, z.array(wireSchema(definition))]);
  return defineCall({
    method: 'GET',
    path: wholeBookletPath(person.key),
    permission: 'booklet',
    tag: person.key,
    noted: { action: 'ver', kind: person.key },
    revalidated: true,
    answer: z.object({
      persona: wireSchema(person),
      registros: z.object(Object.fromEntries(lists)),
      ...ofEvery,
      ...(person.key === nino.key ? ofChild : ofWoman),
    }),
  });
});
