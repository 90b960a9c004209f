import '@mantine/core/styles/List.layer.css';
import { List, Text } from '@mantine/core';
import { addMonths, showDay, today } from '#domain/calendar.ts';

/** The sentences about a person or a place. */
export function MeasuringSentences({ frases }: { frases: readonly string[] }) {
  if (frases.length === 1) return <Text>{frases[0]}</Text>;
  return (
    <List>
      {frases.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}

const MONTHS_BEFORE = 2;

/** The first day of the months that are described unless others are chosen: this one and the two before. */
export const usualSince = (): string => addMonths(`${today().slice(0, 7)}-01`, -MONTHS_BEFORE);

interface Counted {
  desde: string | null;
  hasta: string | null;
  pendientes: number;
}

/** Which months were counted, and whether changes are missing. */
export function countedText({ desde, hasta, pendientes }: Counted): string {
  const since = desde ? `Desde el ${showDay(desde)}` : 'Desde el comienzo';
  const months = `${since} ${hasta ? `hasta el ${showDay(hasta)}` : 'hasta hoy'}, por meses completos.`;
  if (pendientes === 0) return months;
  const changes = pendientes === 1 ? 'Falta 1 cambio' : `Faltan ${pendientes.toLocaleString('es-EC')} cambios`;
  return `${months} ${changes} por contar; estas cifras se completan en unos minutos.`;
}
