import { Button, Stack, Text } from '@mantine/core';
import { IconCalendarQuestion } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { daysBetween, isCalendarDate, showDay, today } from '#domain/calendar.ts';
import { clockBehind, now, trueInstant } from '#domain/clock.ts';
import { datePrompt } from '#web/device/shown/date-prompt.ts';
import { moveClockByUser } from '#web/lib/server-clock.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useLatestShown } from '#web/ui/feedback/use-latest-shown.ts';
import { DateFieldInput } from '#web/ui/fields/date-field.tsx';
import { Actions } from '#web/ui/shapes/actions.tsx';

const DAY_MS = 24 * 60 * 60_000;
/** A later day is asked for twice: after so many days without the server the device could not be opened. */
const LIKELY_DAYS = 14;

const deviceDay = () => today(trueInstant(now().getTime() - 2 * clockBehind()));

/** Where the time was corrected, the device itself shows another day, which the user can see and compare. */
const questionFor = (corrected: string, onDevice: string, since: string | undefined) =>
  corrected === onDevice
    ? `La ${since === onDevice ? 'hora' : 'fecha'} de este equipo parece equivocada (${showDay(onDevice)}). ¿Qué día es hoy?`
    : `Este equipo muestra el ${showDay(onDevice)}, y según su último ajuste sería el ${showDay(corrected)}. ¿Qué día es hoy?`;

/** Asks for the current date if the device's clock is wrong and the server cannot be reached, because ages and visits depend on it. */
export default function ClockDialog({ request }: { request: { since: string } | null }) {
  const { shown, opened } = useLatestShown(request);
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();
  const [confirmed, setConfirmed] = useState('');
  const answer = (event: FormEvent) => {
    event.preventDefault();
    if (!shown) return;
    if (!isCalendarDate(day)) return setError('Escribe qué día es hoy, por ejemplo 22/11/2026.');
    if (day < shown.since)
      return setError(`El último contacto con el servidor fue el ${showDay(shown.since)}: hoy no puede ser antes.`);
    const days = daysBetween(today(), day);
    const since = daysBetween(shown.since, day);
    if (since > LIKELY_DAYS && confirmed !== day) {
      setConfirmed(day);
      return setError(
        `Según esto pasaron ${since} días desde el último contacto con el servidor (${showDay(shown.since)}). Revisa el día, el mes y el año; si es correcto, pulsa otra vez.`,
      );
    }
    // A device that shows the right day itself needs no correction; otherwise the time of day stays.
    moveClockByUser(days !== 0 && day === deviceDay() ? -clockBehind() : days * DAY_MS);
    datePrompt.set(null);
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => undefined}
      closeOnEscape={false}
      zIndex={600}
      icon={<IconCalendarQuestion size={24} aria-hidden />}
      tone="brand"
      title="¿Qué día es hoy?"
    >
      <form onSubmit={answer} noValidate>
        <Stack gap="md">
          <Text>{questionFor(today(), deviceDay(), shown?.since)}</Text>
          <DateFieldInput
            name="hoy"
            field={{ kind: 'date', label: 'Hoy es' }}
            value={day || null}
            onChange={(_name, value) => {
              setDay(String(value ?? ''));
              setError(undefined);
            }}
            error={error}
          />
          <Actions>
            <Button type="submit" color="achiote">
              Continuar
            </Button>
          </Actions>
        </Stack>
      </form>
    </Dialog>
  );
}
