import { Box, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Import } from '#domain/calls/importing.ts';
import { columnsInOtherUnit, isInOtherUnit } from '#domain/importing/headers.ts';
import { missingTargets, RESPONSIBLE, type Target, targetsOf } from '#domain/importing/target.ts';
import { accountName } from '#web/records/handover/handover-api.ts';
import { useUnsavedChanges } from '#web/ui/form/use-unsaved-changes.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { ColumnGrid } from '#web/ui/shapes/columns.tsx';
import { definitionOf } from './import-kinds.ts';
import { columnTitle, joined, unusedTitles } from './import-words.ts';
import { putColumns } from './imports-api.ts';
import { ReaderNotes } from './rehearsal-offers.tsx';
import { type Responsible, ResponsibleField } from './responsible-field.tsx';
import { UnusedColumns } from './unused-columns.tsx';
import type { ImportAction } from './use-import-action.ts';

const EXAMPLES = 3;
const UNUSED = 'No se usa';
type Choice = readonly (string | null)[];

interface ColumnFieldProps {
  column: Import['columnas'][number];
  at: number;
  chosen: Choice;
  targets: readonly Target[];
  onChoose: (at: number, target: string | null) => void;
}

function ColumnField({ column: { titulo, ejemplos }, at, chosen, targets, onChoose }: ColumnFieldProps) {
  const own = chosen[at] ?? null;
  const examples = ejemplos.filter((text) => text.trim() !== '').slice(0, EXAMPLES);
  return (
    <NativeSelect
      name={`columna-${at}`}
      label={columnTitle(titulo, at)}
      description={examples.length > 0 ? `Por ejemplo: ${examples.join(' · ')}` : 'La columna está vacía.'}
      styles={{ description: { overflowWrap: 'anywhere' } }}
      value={own ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(at, value || null)}
      rightSection={<IconChevronDown size={18} aria-hidden />}
      data={[
        { value: '', label: UNUSED },
        ...targets.map((target) => {
          const { key, label, required } = target;
          const isTaken = key !== own && chosen.includes(key);
          const hindrance = isInOtherUnit(titulo, target) ? ' · en otra unidad' : isTaken ? ' · ya se usa' : '';
          return { value: key, label: `${label}${required ? ' *' : ''}${hindrance}`, disabled: hindrance !== '' };
        }),
      ]}
    />
  );
}

interface ColumnsStepProps {
  current: Import;
  action: ImportAction;
  /** Called once the rehearsal has begun. */
  onRehearse: () => void;
}

/** Which column fills what, and who becomes responsible. */
export function ColumnsStep({ current, action, onRehearse }: ColumnsStepProps) {
  const { _id, tipo, columnas, responsable, quien } = current;
  const definition = definitionOf(tipo);
  const targets = targetsOf(definition);
  const before = columnas.map(({ campo }) => campo);
  const accountBefore: Responsible | null = responsable && { id: responsable._id, name: accountName(responsable) };
  const [chosen, setChosen] = useState<Choice>(before);
  const [account, setAccount] = useState(accountBefore);
  const [tried, setTried] = useState(false);
  const missingNote = useRef<HTMLDivElement>(null);
  const dirty = account?.id !== accountBefore?.id || chosen.some((key, at) => key !== before[at]);
  const { release } = useUnsavedChanges(dirty);

  const missing = missingTargets(definition, new Set(chosen.filter((key) => key !== null)));
  const inOtherUnit = columnsInOtherUnit(
    definition,
    columnas.map(({ titulo }) => titulo),
    chosen,
  ).map(({ label }) => label);
  // The reader's notes say what to do about a column in another unit.
  const isExplained = missing.every((label) => inOtherUnit.includes(label));
  const unused = unusedTitles(columnas, chosen);
  const responsibleAt = chosen.indexOf(RESPONSIBLE);

  const rehearse = async () => {
    if (missing.length > 0) {
      setTried(true);
      missingNote.current?.focus();
      return;
    }
    const done = await action.run('columnas', () =>
      putColumns(_id, {
        columnas: [...chosen],
        responsable: responsibleAt === -1 ? (account?.id ?? null) : null,
      }),
    );
    if (!done) return;
    release();
    onRehearse();
  };

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        Reconocimos las columnas por su título y por lo que se eligió la última vez. Revísalas: cada dato sale de una
        sola columna, y los que llevan * son obligatorios.
      </Text>
      {current.fallo && (
        <Callout tone="low" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {current.fallo}
        </Callout>
      )}
      {missing.length > 0 && (
        <Callout
          ref={missingNote}
          tabIndex={-1}
          tone={tried ? 'low' : 'warn'}
          role={tried ? 'alert' : undefined}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          <b>
            {missing.length === 1 ? 'Falta una columna obligatoria: ' : 'Faltan columnas obligatorias: '}
            {joined(missing)}.
          </b>
          {!isExplained &&
            ` Elige qué columna del archivo trae ${missing.length === 1 ? 'ese dato' : 'cada dato'}. Si el archivo no lo tiene, agrégalo y súbelo de nuevo.`}
        </Callout>
      )}
      <ReaderNotes notes={current.avisos} />
      <ColumnGrid narrow>
        {columnas.map((column, at) => (
          <ColumnField
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
            key={at}
            column={column}
            at={at}
            chosen={chosen}
            targets={targets}
            onChoose={(index, target) => setChosen(chosen.map((key, other) => (other === index ? target : key)))}
          />
        ))}
      </ColumnGrid>
      <UnusedColumns titles={unused} />
      <section aria-labelledby="responsable-titulo">
        <Title order={3} id="responsable-titulo" mb="xs">
          ¿Quién queda como responsable?
        </Title>
        {responsibleAt === -1 ? (
          <Box maw="26rem">
            <ResponsibleField
              label="Una cuenta para todas las filas nuevas"
              chosen={account}
              otherwise={`Si no eliges ninguna, queda ${accountName(quien)}, que subió el archivo.`}
              onChoose={setAccount}
            />
          </Box>
        ) : (
          <Text size="sm">
            Lo dice en cada fila la columna «{columnTitle(columnas[responsibleAt]?.titulo ?? '', responsibleAt)}». Donde
            está vacía queda {accountName(quien)}, que subió el archivo.
          </Text>
        )}
      </section>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          El ensayo no guarda nada: muestra qué hará cada fila.
        </Text>
        <Button color="achiote" loading={action.running === 'columnas'} onClick={() => void rehearse()}>
          Ensayar
        </Button>
      </Group>
    </Stack>
  );
}
