import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon, Group, Stack } from '@mantine/core';
import { IconBan, IconEdit } from '@tabler/icons-react';
import { showDay, showInstantMinute } from '#domain/calendar.ts';
import type { StoredSystem } from '#domain/calls/systems.ts';
import { SYSTEM_STATES, type SystemState } from '#domain/exchange/system-fields.ts';
import { type Fact, Facts } from '#web/ui/shapes/facts.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { type Tone, ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { AddressText } from './address-text.tsx';
import { keyNames, placeWords, scopeWords } from './system-words.ts';

const TONES: Record<SystemState, Tone> = { activo: 'ok', terminado: 'none', revocado: 'quiet' };

const CLIENT_ID = 'Identificador (client_id)';

function factsOf({ _id, nombre, alcances, lugares, llaves, hasta, ultimoUso, revocado }: StoredSystem): Fact[] {
  return [
    {
      ...{ label: CLIENT_ID, span: 'all' },
      value: <AddressText label={`${CLIENT_ID} de ${nombre}`}>{_id}</AddressText>,
    },
    { label: 'Lee', value: alcances.map(scopeWords).join(', ') },
    { label: 'De', value: lugares?.map(placeWords).join(' · ') ?? 'Todo el país' },
    { label: 'Claves', value: keyNames(llaves) },
    { label: 'Último uso', value: ultimoUso ? showInstantMinute(ultimoUso) : 'Todavía no entra' },
    revocado
      ? { label: 'Revocado', value: showInstantMinute(revocado) }
      : { label: 'Último día', value: hasta ? showDay(hasta) : 'Sin término' },
  ];
}

interface SystemRowsProps {
  rows: readonly StoredSystem[];
  onEdit: (system: StoredSystem) => void;
  onRevoke: (system: StoredSystem) => void;
}

const isRevoked = ({ estado }: StoredSystem) => estado === 'revocado';

/** The list of systems. The revoked ones, which remain for ever, stand folded below the others. */
export function SystemRows({ rows, ...changes }: SystemRowsProps) {
  const [revoked, others] = [rows.filter(isRevoked), rows.filter((system) => !isRevoked(system))];
  return (
    <Stack gap="sm">
      {others.length > 0 && <SystemList rows={others} {...changes} />}
      {revoked.length > 0 && (
        <details>
          <summary>{revoked.length === 1 ? 'Un sistema revocado' : `${revoked.length} sistemas revocados`}</summary>
          <SystemList rows={revoked} {...changes} />
        </details>
      )}
    </Stack>
  );
}

/** Systems, each with its buttons; a revoked one has none. */
function SystemList({ rows, onEdit, onRevoke }: SystemRowsProps) {
  return (
    <RuledList>
      {rows.map((system) => (
        <li key={system._id}>
          <Stack gap="2xs">
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <Group gap="xs">
                <h3>{system.nombre}</h3>
                <ToneBadge tone={TONES[system.estado]}>{SYSTEM_STATES[system.estado]}</ToneBadge>
              </Group>
              {!isRevoked(system) && (
                <Group gap="2xs" wrap="nowrap">
                  <ActionIcon
                    color="var(--ink-2)"
                    aria-label={`Editar ${system.nombre}`}
                    onClick={() => onEdit(system)}
                  >
                    <IconEdit size={20} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    color="var(--danger)"
                    aria-label={`Revocar ${system.nombre}`}
                    onClick={() => onRevoke(system)}
                  >
                    <IconBan size={20} aria-hidden />
                  </ActionIcon>
                </Group>
              )}
            </Group>
            <Facts facts={factsOf(system)} />
          </Stack>
        </li>
      ))}
    </RuledList>
  );
}
