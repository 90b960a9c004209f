import '@mantine/core/styles/Radio.layer.css';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { showInstantInWords } from '#domain/calendar.ts';
import { describeChanges } from '#domain/journal/describe-change.ts';
import { recordDefinitionOf } from '#domain/sync/apply-operations.ts';
import type { PendingOperation } from '#domain/sync/lane.ts';
import { automaticChoices, type Difference, differencesOf, type Side } from '#domain/sync/resolve-conflict.ts';
import type { Work } from '#web/device/work/work.ts';
import { SideSheet } from '#web/ui/feedback/side-sheet.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { NAME_UNKNOWN } from './operation-words.ts';

interface CompareSheetProps {
  work: Work;
  one: PendingOperation | null;
  onClose: () => void;
  onSettled: () => void;
}

/** Compares the pending record with the stored one, field by field, until all conflicts are decided. */
export default function CompareSheet({ work, one, onClose, onSettled }: CompareSheetProps) {
  const { shown, opened } = useLatestShown(one);
  return (
    <SideSheet opened={opened} onClose={onClose} title="Comparar y elegir" closeLabel="Cerrar comparación">
      {shown && (
        <Comparison
          key={shown.op}
          work={work}
          one={shown}
          onDone={() => {
            onClose();
            onSettled();
          }}
        />
      )}
    </SideSheet>
  );
}

const asSide = (value: string): Side => (value === 'mine' ? 'mine' : 'theirs');

function Comparison({ work, one, onDone }: { work: Work; one: PendingOperation; onDone: () => void }) {
  const differences = differencesOf(one);
  const [chosen, setChosen] = useState(() => automaticChoices(differences));
  const [busy, setBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { autor } = one.respuesta ?? {};
  const missing = differences.filter(({ campo }) => !chosen.has(campo)).length;
  const choose = (campo: string, side: Side) => setChosen((before) => new Map(before).set(campo, side));
  const save = async () => {
    setBusy(true);
    setHasFailed(false);
    const done = await work.mend.settle(one, chosen).catch(() => false);
    setBusy(false);
    if (done) return onDone();
    setHasFailed(true);
  };
  return (
    <Stack gap="md">
      <Text fw="var(--mantine-font-weight-bold)">{work.quien(one) || NAME_UNKNOWN}</Text>
      <Text size="sm" c="dimmed">
        {differences.length === 0
          ? 'Lo que escribiste y lo guardado dicen lo mismo.'
          : 'Lo que cambió una sola persona ya está elegido. Lo que no elijas queda en el historial.'}
      </Text>
      {differences.map((difference) => (
        <Field
          key={difference.campo}
          tipo={one.tipo}
          difference={difference}
          side={chosen.get(difference.campo)}
          mine={`Lo tuyo (${showInstantInWords(one.capturado)}, sin señal)`}
          theirs={
            autor
              ? `Lo guardado (${autor.nombre} ${autor.apellido}, ${showInstantInWords(autor.momento)})`
              : 'Lo guardado'
          }
          onChoose={(side) => choose(difference.campo, side)}
        />
      ))}
      {missing > 0 && (
        <Text size="sm" role="status">
          {missing === 1 ? 'Falta elegir 1 dato.' : `Falta elegir ${missing} datos.`}
        </Text>
      )}
      {hasFailed && (
        <Callout tone="low" role="alert" icon={<IconAlertCircle size={20} aria-hidden />}>
          <b>No se pudo guardar.</b> Nada se perdió: inténtalo de nuevo en un momento.
        </Callout>
      )}
      <Button color="achiote" size="lg" disabled={missing > 0} loading={busy} onClick={() => void save()}>
        Guardar así
      </Button>
    </Stack>
  );
}

interface FieldProps {
  tipo: string;
  difference: Difference;
  side: Side | undefined;
  mine: string;
  theirs: string;
  onChoose: (side: Side) => void;
}

/** A value with its author; both form the accessible name. */
function Choice({ side, value, author }: { side: Side; value: string; author: string }) {
  const label = (
    <>
      {value}
      <Text span display="block" size="sm" c="dimmed">
        {author}
      </Text>
    </>
  );
  return <Radio value={side} label={label} mih="var(--touch)" />;
}

function Field({ tipo, difference, side, mine, theirs, onChoose }: FieldProps) {
  const { campo, antes, mio, guardado, changed } = difference;
  const isDeclared = recordDefinitionOf(tipo).fieldNames.includes(campo);
  const [before] = describeChanges(tipo, [{ campo, antes, despues: mio }]);
  const [after] = describeChanges(tipo, [{ campo, antes, despues: guardado }]);
  if (!isDeclared || !before || !after) return null;
  return (
    <Card>
      <Radio.Group
        label={before.label}
        value={side ?? null}
        onChange={(value) => onChoose(asSide(value))}
        withAsterisk={changed === 'both'}
      >
        <Text size="sm" c="dimmed">
          Antes: {before.antes}
        </Text>
        <Stack gap="xs" mt="xs">
          <Choice side="mine" value={before.despues} author={mine} />
          <Choice side="theirs" value={after.despues} author={theirs} />
        </Stack>
      </Radio.Group>
    </Card>
  );
}
