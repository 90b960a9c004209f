import { IconExternalLink, IconUsers } from '@tabler/icons-react';
import { showDay } from '#domain/calendar.ts';
import { fieldOf } from '#domain/records/row.ts';
import type { Row } from '#web/lib/row.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { type PatientKind, personName, responsible } from './patient-kind.ts';

interface LikelyMatchesProps {
  kind: PatientKind;
  rows: Row[];
}

function facts({ definition }: PatientKind, row: Row): string[] {
  const { likeness } = definition;
  if (!likeness) return [];
  const own = [likeness.document, ...likeness.together].flatMap((name) => {
    const [field, value] = [definition.fields[name], fieldOf(row, name)];
    if (!field || !value) return [];
    return [`${field.label} ${field.kind === 'date' ? showDay(String(value)) : value}`];
  });
  return [...own, `Responsable del registro: ${responsible(row)}`];
}

/** Registered people who may be the same person, with links that keep the form open. */
export function LikelyMatches({ kind, rows }: LikelyMatchesProps) {
  return (
    <div role="status">
      {rows.length > 0 && (
        <Callout tone="warn" icon={<IconUsers size={20} aria-hidden />}>
          <p>
            <b>
              {rows.length === 1
                ? 'Hay un registro parecido. ¿Es la misma persona?'
                : 'Hay registros parecidos. ¿Es la misma persona?'}
            </b>
          </p>
          <ul>
            {rows.map((row) => (
              <li key={row._id}>
                <TextLink
                  {...kind.panel(row._id)}
                  preload={false}
                  target="_blank"
                  rel="noreferrer"
                  display="inline-block"
                  py="sm"
                  mb="-sm"
                  fz="inherit"
                  fw="var(--mantine-font-weight-bold)"
                >
                  {personName(kind, row)} <IconExternalLink size={16} aria-label="(se abre en otra pestaña)" />
                </TextLink>
                <p>{facts(kind, row).join(' · ')}</p>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
