import { Button } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { showDay, today } from '#domain/calendar.ts';
import type { Value, Values } from '#domain/fields/index.ts';
import { vaccinationFields } from '#domain/records/application.ts';
import { FieldInput } from '#web/ui/fields/field-input.tsx';
import { CardList } from '#web/ui/shapes/card-list.tsx';
import { RememberedLine } from './remembered-line.tsx';
import { chosenKeys, withKey } from './use-visit-choices.ts';
import { VisitPartFrame } from './visit-part.tsx';

/** Who vaccinates and where: the same for all doses of a visit. */
const GIVER_FIELDS = ['vacunador', 'establecimiento'] as const;
/** The key of the ticked doses among the choices of the visit. */
export const TICKED = 'vacunas';
/** The place of the first dose among the parts of the visit. */
const FIRST_ORDER = 10;

interface Tick {
  readonly order: number;
  readonly shared: Values;
  readonly ticked: boolean;
  readonly onTick: (ticked: boolean) => void;
}

interface VaccinesTodayProps<D extends { readonly key: string; readonly conditional?: boolean }> {
  doses: readonly D[];
  day: string;
  place: number;
  choices: Values;
  choose: (name: string, value: Value) => void;
  children: (dose: D, tick: Tick) => ReactNode;
}

/** The doses that are due on the day of the visit. Nothing is ticked by itself, and campaign doses never together with others. */
export function VaccinesToday<D extends { readonly key: string; readonly conditional?: boolean }>(
  props: VaccinesTodayProps<D>,
) {
  const { doses, day, place, choices, choose, children } = props;
  const vacunador = String(choices.vacunador ?? '');
  // Without a name the inputs are open, and stay so while it is typed.
  const [opened, setOpened] = useState(vacunador === '');
  const establecimiento = String(choices.establecimiento ?? '');
  const shared = useMemo(
    (): Values => ({ fechaaplicacion: day, vacunador, establecimiento }),
    [day, vacunador, establecimiento],
  );
  const ticked = chosenKeys(choices[TICKED]);
  const usual = doses.flatMap(({ key, conditional }) => (conditional ? [] : [key]));
  const markAll = usual.some((key) => !ticked.includes(key)) && (
    <Button variant="subtle" size="sm" onClick={() => choose(TICKED, [...new Set([...ticked, ...usual])].join(','))}>
      Marcar {usual.length}
    </Button>
  );
  return (
    <VisitPartFrame title="Vacunas que tocan hoy" place={place} aside={markAll}>
      <RememberedLine
        icon={IconHome}
        about="quién vacuna y dónde"
        opened={opened}
        onToggle={() => setOpened(!opened)}
        inputs={GIVER_FIELDS.map((name) => (
          <FieldInput
            key={name}
            name={name}
            scope="vacunas"
            field={vaccinationFields[name]}
            value={choices[name] ?? ''}
            onChange={choose}
          />
        ))}
      >
        {day === today() ? 'Hoy' : showDay(day)} · <b>{establecimiento || 'Sin establecimiento'}</b>
        <br />
        Vacuna: {vacunador || 'escribe quién vacuna'}
      </RememberedLine>
      <CardList>
        {doses.map((dose, index) =>
          children(dose, {
            order: FIRST_ORDER + index,
            shared,
            ticked: ticked.includes(dose.key),
            onTick: (next) => choose(TICKED, withKey(ticked, dose.key, next)),
          }),
        )}
      </CardList>
    </VisitPartFrame>
  );
}
