import { Button } from '@mantine/core';
import { IconCalendarCheck, IconCalendarPlus } from '@tabler/icons-react';
import { MAX_VISITS_OF_DAY } from '#domain/device/my-day.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { type PickedChild, useMyDay } from './use-my-day.ts';

/** Puts a child into «Mi día», or takes it out. */
export function PickButton({ child }: { child: PickedChild }) {
  const { has, add, remove, isFull } = useMyDay();
  const picked = has(child._id);
  const Icon = picked ? IconCalendarCheck : IconCalendarPlus;
  const toggle = () => {
    if (picked) remove(child._id);
    else if (isFull) notify.warning({ title: 'Tu día está lleno', message: `Caben ${MAX_VISITS_OF_DAY} visitas.` });
    else add(child);
  };
  return (
    <Button
      variant={picked ? 'light' : 'subtle'}
      w="var(--touch)"
      h="var(--touch)"
      p={0}
      aria-label={`En mi día: ${child.nombres} ${child.apellidos}`.trim()}
      aria-pressed={picked}
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
    >
      <Icon size={22} aria-hidden />
    </Button>
  );
}
