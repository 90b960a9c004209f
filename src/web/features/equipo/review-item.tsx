import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { awaitsIdentityDecision, type PendingOperation } from '#domain/sync/lane.ts';
import { takenField } from '#domain/sync/resolve-conflict.ts';
import type { Work } from '#web/device/work/work.ts';
import { OperationTitle } from './operation-title.tsx';
import { refusalReasons } from './operation-words.ts';
import type { Mend } from './use-mend.ts';

const CHANGED = {
  eliminar: 'Otra persona cambió esta libreta después de que la viste. ¿La eliminas de todos modos?',
  reemplazar: 'Otra persona también cambió estos datos. Compara y elige qué queda.',
  crear: 'Otra persona también guardó este registro.',
} as const;

interface ReviewItemProps {
  work: Work;
  one: PendingOperation;
  mend: Mend;
  onCompare: (one: PendingOperation) => void;
}

const SAME = 'cedula';

/** The actions for a person who may already be registered. */
function SamePerson({ work, one, mend }: Omit<ReviewItemProps, 'onCompare'>) {
  const registered = work.mend.registered(one, takenField(one) ?? SAME);
  if (registered)
    return (
      <Button loading={mend.busy} onClick={() => void mend.moveTo(one, registered._id)}>
        Pasar mis registros a su libreta
      </Button>
    );
  if (one.respuesta?.motivo) return null;
  return (
    <Button variant="outline" loading={mend.busy} onClick={() => void mend.askSupervision(one)}>
      Es la misma persona
    </Button>
  );
}

function Conflict({ one, mend, onCompare }: Omit<ReviewItemProps, 'work'>) {
  if (one.hace !== 'eliminar')
    return (
      <Button leftSection={<IconArrowsDiff size={18} aria-hidden />} onClick={() => onCompare(one)}>
        Comparar y elegir
      </Button>
    );
  return (
    <>
      <Button color="rojo" loading={mend.busy} onClick={() => void mend.deleteAnyway(one)}>
        Eliminar de todos modos
      </Button>
      <Button variant="outline" loading={mend.busy} onClick={() => void mend.keep(one)}>
        No eliminar
      </Button>
    </>
  );
}

function whyOf(one: PendingOperation): readonly string[] {
  if (one.estado === 'conflicto') return [CHANGED[one.hace]];
  if (awaitsIdentityDecision(one))
    return [
      'Supervisión revisa si es la misma persona. Cuando su libreta baje a este equipo, pasa tus registros a ella.',
    ];
  return refusalReasons(one);
}

/** A refused operation with its reasons and the actions to resolve it. */
export function ReviewItem({ work, one, mend, onCompare }: ReviewItemProps) {
  const conflict = one.estado === 'conflicto';
  const isUndecided = awaitsIdentityDecision(one);
  const same = one.respuesta?.motivo === 'mismaPersona' || takenField(one) !== null;
  return (
    <li>
      <Stack gap="xs">
        <OperationTitle
          operation={one}
          quien={work.quien(one)}
          when={one.capturado}
          leads
          misdated={work.hasDoubtfulDate(one)}
        />
        {whyOf(one).map((why) => (
          <Text key={why} size="sm" c="var(--low-fg)" style={{ overflowWrap: 'anywhere' }}>
            {why}
          </Text>
        ))}
        <Group gap="xs">
          {conflict && <Conflict one={one} mend={mend} onCompare={onCompare} />}
          {!conflict && one.hace !== 'eliminar' && !isUndecided && (
            <Button loading={mend.busy} onClick={() => void mend.correct(one)}>
              Corregir
            </Button>
          )}
          {same && <SamePerson work={work} one={one} mend={mend} />}
          {!conflict && !isUndecided && (
            <Button variant="outline" loading={mend.busy} onClick={() => void mend.again(one)}>
              Enviar otra vez
            </Button>
          )}
          {!(conflict && one.hace === 'eliminar') && (
            <Button variant="subtle" color="var(--danger)" loading={mend.busy} onClick={() => void mend.discard(one)}>
              Descartar
            </Button>
          )}
        </Group>
      </Stack>
    </li>
  );
}
