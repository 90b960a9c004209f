import { Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconArrowNarrowRight } from '@tabler/icons-react';
import { type Import, type ImportRow, ROW_STATES } from '#domain/calls/importing.ts';
import { BOOKLET_OF } from '#web/records/history/person-of.ts';
import { TextLink } from '#web/ui/page/links.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { ROW_TONES } from './import-words.ts';
import classes from './importar.module.css';
import { DecidedRow, LikelyRow } from './likely-row.tsx';
import { rowName, rowValues, shownText } from './row-cells.ts';
import type { Decisions } from './use-decisions.ts';

function Problems({ problems }: { problems: ImportRow['problemas'] }) {
  return (
    <Text component="ul" size="sm" className={classes.name}>
      {problems.map(({ campo, titulo, valor, msg, sugerencia }) => (
        <li key={`${campo} ${msg}`}>
          {titulo && (
            <>
              <b>{titulo}:</b> {valor ? `«${shownText(valor)}»` : 'vacío'} ·{' '}
            </>
          )}
          {msg}
          {sugerencia && (
            <>
              . ¿Querías decir <b>«{sugerencia}»</b>?
            </>
          )}
        </li>
      ))}
    </Text>
  );
}

function Changes({ changes }: { changes: ImportRow['cambios'] }) {
  return (
    <Text component="ul" size="sm" className={classes.name}>
      {changes.map(({ campo, titulo, antes, despues }) => (
        <li key={campo}>
          <b>{titulo}:</b> <VisuallyHidden>antes </VisuallyHidden>
          <del>{shownText(antes) || 'vacío'}</del>{' '}
          <IconArrowNarrowRight size={18} style={{ verticalAlign: 'text-bottom' }} aria-hidden />
          <VisuallyHidden>, después </VisuallyHidden>{' '}
          <ins style={{ textDecoration: 'none' }}>{shownText(despues) || 'vacío'}</ins>
        </li>
      ))}
    </Text>
  );
}

interface RowItemProps {
  current: Import;
  row: ImportRow;
  decisions: Decisions | undefined;
}

/** A row of the file, and what happens or happened with it. */
export function RowItem({ current, row, decisions }: RowItemProps) {
  const { fila, estado, problemas, advertencias, cambios, parecidas, persona, nota } = row;
  const name = rowName(current, row);
  const values = rowValues(current, row);
  return (
    <Stack component="li" gap="2xs">
      <Group justify="space-between" gap="2xs">
        <Title order={3} className={classes.name}>
          Fila {fila}
          {name && ` · ${name}`}
        </Title>
        <ToneBadge tone={ROW_TONES[estado]}>{ROW_STATES[estado]}</ToneBadge>
      </Group>
      {values && (
        <Text size="sm" c="dimmed" className={classes.name}>
          {values}
        </Text>
      )}
      {nota && <Text size="sm">{nota}</Text>}
      {problemas.length > 0 && <Problems problems={problemas} />}
      {cambios.length > 0 && <Changes changes={cambios} />}
      {advertencias.map(({ campo, titulo, msg }) => (
        <Group key={`${campo} ${msg}`} gap="2xs" wrap="nowrap" align="flex-start" fz="sm" c="var(--warn-fg)">
          <IconAlertTriangle size={18} aria-label="Advertencia" />
          <span className={classes.name}>
            {titulo}: {msg}
          </span>
        </Group>
      ))}
      {parecidas.length > 0 && <LikelyRow current={current} row={row} decisions={decisions} />}
      {parecidas.length === 0 && row.decision && <DecidedRow row={row} decisions={decisions} />}
      {persona && (
        <TextLink {...BOOKLET_OF[persona.tipo](persona._id)} size="sm" data-touch>
          Abrir la libreta<VisuallyHidden> de la fila {fila}</VisuallyHidden>
        </TextLink>
      )}
    </Stack>
  );
}
