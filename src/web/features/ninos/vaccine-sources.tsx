import { Anchor, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { showDay } from '#domain/calendar.ts';
import { CHANGE_DATE } from '#domain/vaccines/schedule.ts';
import { VACCINE_SOURCES, type VaccineSource } from '#domain/vaccines/sources.ts';
import type { TimelineItem } from '#domain/vaccines/timeline.ts';
import { doseName } from '#domain/vaccines/timeline.ts';
import classes from './vaccine-calendar.module.css';

function Source({ id }: { id: VaccineSource }) {
  const source: { title: string; url?: string } = VACCINE_SOURCES[id];
  return (
    <li id={`fuente-${id}`}>
      <b>{id}</b>{' '}
      {source.url ? (
        <Anchor href={source.url} target="_blank" rel="noreferrer" inherit>
          {source.title}
        </Anchor>
      ) : (
        source.title
      )}
    </li>
  );
}

/** The schedule that applies to the child, and the sources of its doses. */
export function VaccineSources({ items }: { items: readonly TimelineItem[] }) {
  const [shown, setShown] = useState(false);
  const sources = [...new Set(items.flatMap(({ dose }) => dose.sources))].sort();
  return (
    <div className={classes.sources}>
      <Button
        variant="subtle"
        size="sm"
        px={0}
        leftSection={<IconInfoCircle size={18} aria-hidden />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        Esquema y fuentes
      </Button>
      {shown && (
        <>
          <p>
            {`Las dosis que tocaban antes del ${showDay(CHANGE_DATE)} siguen el esquema anterior (pentavalente, fIPV y bOPV, PCV10); las demás, el ampliado (hexavalente, PCV13). Lo registrado cuenta en cualquiera de los dos. Solo se usan edades que constan en dos fuentes, en el MSP o en la especificación; confírmalas con el manual vigente del MSP.`}
          </p>
          <ul>
            {items.map(({ dose }) => (
              <li key={dose.key}>
                {doseName(dose)}: {dose.sources.join(', ')}
              </li>
            ))}
          </ul>
          <ul>
            {sources.map((id) => (
              <Source key={id} id={id} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
