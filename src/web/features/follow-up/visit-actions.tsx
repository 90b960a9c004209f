import { Group } from '@mantine/core';
import { today } from '#domain/calendar.ts';
import { toChildVisit } from '#web/records/booklet/booklet-links.ts';
import { CallLink } from '#web/records/contact/call-link.tsx';
import { MessageAction } from '#web/records/contact/message-action.tsx';
import type { PickedChild } from '#web/records/my-day/use-my-day.ts';
import { ButtonLink } from '#web/ui/page/links.tsx';

/** Calls or writes to the family about a visit today. */
export function ContactActions({ child }: { child: PickedChild }) {
  return (
    <Group gap={0} wrap="nowrap">
      <CallLink celular={child.celular} />
      <MessageAction person={child} date={today()} place={child.lugar} />
    </Group>
  );
}

export const VisitLink = ({ id }: { id: string }) => (
  <ButtonLink {...toChildVisit(id)} size="sm" flex="none" onClick={(event) => event.stopPropagation()}>
    Registrar visita
  </ButtonLink>
);
