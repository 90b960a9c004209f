import { Box, Group, Text } from '@mantine/core';
import { IconBabyCarriage, IconCalendarEvent, IconStethoscope, IconUserCircle } from '@tabler/icons-react';
import { showAge, showDay, today } from '#domain/calendar.ts';
import type { FoundPerson } from '#domain/calls/search.ts';
import { communityOf } from '#domain/follow-up/communities.ts';
import { whoConcern } from '#domain/growth/who-concern.ts';
import { markedParts } from '#domain/lists/marked-parts.ts';
import { toChild, toChildVisit, toWoman, toWomanVisit, VISIT_TITLE } from '#web/records/booklet/booklet-links.ts';
import { PendingMark } from '#web/records/lists/pending-mark.tsx';
import { ButtonLink } from '#web/ui/page/links.tsx';
import { Card } from '#web/ui/shapes/card.tsx';
import { StatusBadge } from '#web/ui/shapes/status-badge.tsx';
import { ToneBadge } from '#web/ui/shapes/tone-badge.tsx';
import { WhoBadge } from '#web/ui/shapes/who-badge.tsx';

const nameOf = ({ nombres, apellidos }: FoundPerson) => `${nombres} ${apellidos}`.trim().toLocaleUpperCase('es');

function MarkedName({ name, q }: { name: string; q: string }) {
  let at = 0;
  return markedParts(name, q).map(({ text, isMatch }) => {
    at += text.length;
    return isMatch ? (
      <Box key={at} component="mark" bg="laguna.1" c="inherit">
        {text}
      </Box>
    ) : (
      text
    );
  });
}

function ageLine({ tipo, fechanacimiento, semanaGestacion }: FoundPerson): string {
  if (tipo === 'nino') return fechanacimiento ? showAge(fechanacimiento, today()) : 'Sin fecha de nacimiento';
  return semanaGestacion ? `Semana ${semanaGestacion} de embarazo` : 'Mujer embarazada';
}

function Standing({ person }: { person: FoundPerson }) {
  const { tipo, estado, proximaCita } = person;
  if (tipo === 'mujer')
    return (
      proximaCita && (
        <ToneBadge
          tone={proximaCita < today() ? 'warn' : 'quiet'}
          icon={<IconCalendarEvent size={16} aria-hidden />}
        >{`Cita ${showDay(proximaCita)}`}</ToneBadge>
      )
    );
  return (
    <>
      {estado && <StatusBadge status={estado} />}
      <WhoBadge concern={whoConcern(person)} />
    </>
  );
}

interface FoundCardProps {
  person: FoundPerson;
  /** The search, whose words are marked in the name. */
  q: string;
  onFollow?: (() => void) | undefined;
}

/** A woman or child that a search found, with the two ways to go on. */
export function FoundCard({ person, q, onFollow }: FoundCardProps) {
  const { tipo, _id, cedula } = person;
  const name = nameOf(person);
  const Icon = tipo === 'nino' ? IconBabyCarriage : IconUserCircle;
  const [panel, visit] = tipo === 'nino' ? [toChild(_id), toChildVisit(_id)] : [toWoman(_id), toWomanVisit(_id)];
  return (
    <Card as="li">
      <Text component="h2" size="md" fw="var(--mantine-font-weight-bold)" lineClamp={2}>
        <MarkedName name={name} q={q} />
        <PendingMark id={_id} />
      </Text>
      <Group gap="2xs" wrap="nowrap" fz="sm">
        <Icon size={18} aria-hidden style={{ flex: 'none' }} />
        <Text span inherit truncate>
          {[ageLine(person), communityOf(person)].filter(Boolean).join(' · ')}
        </Text>
      </Group>
      <Group gap="2xs" my="2xs">
        <Standing person={person} />
        <Text span size="sm" c="dimmed" ml="auto">
          {cedula}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ButtonLink
          {...visit}
          flex={1}
          leftSection={<IconStethoscope size={20} aria-hidden />}
          aria-label={`${VISIT_TITLE} de ${name}`}
          onClick={onFollow}
        >
          {VISIT_TITLE}
        </ButtonLink>
        <Box miw="6rem">
          <ButtonLink {...panel} fullWidth variant="outline" aria-label={`Abrir a ${name}`} onClick={onFollow}>
            Abrir
          </ButtonLink>
        </Box>
      </Group>
    </Card>
  );
}
