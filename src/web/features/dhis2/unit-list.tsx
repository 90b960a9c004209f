import { Text, Title } from '@mantine/core';

import { useState } from 'react';
import type { Dhis2Figures, Dhis2Unit } from '#domain/calls/dhis2.ts';
import { AGGREGATES } from '#domain/dhis2/aggregates.ts';
import { NO_UNIT } from '#domain/dhis2/mapping.ts';
import type { ChoiceField } from '#domain/fields/index.ts';
import { foldText, searchFor } from '#domain/text.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ChoiceFieldInput } from '#web/ui/fields/choice-field.tsx';
import { SearchInput } from '#web/ui/fields/search-input.tsx';
import { afterLeaving } from '#web/ui/form/unsaved-changes.ts';
import { Card } from '#web/ui/shapes/card.tsx';
import { Facts } from '#web/ui/shapes/facts.tsx';
import { RuledList } from '#web/ui/shapes/ruled-list.tsx';
import { Toolbar } from '#web/ui/shapes/toolbar.tsx';
import { Pager } from '#web/ui/table/pager.tsx';
import { usePages } from '#web/ui/table/use-pages.ts';
import { CodeEditor } from './code-editor.tsx';
import { CodeMark } from './code-mark.tsx';
import { unitName, whole } from './dhis2-words.ts';

const PAGE_SIZE = 20;
const TITLES = { canton: 'Por cantón', establecimiento: 'Por establecimiento' } as const;
const SHOWN = {
  kind: 'choice',
  label: 'Mostrar',
  options: [
    { value: 'todos', label: 'Todos' },
    { value: 'sin', label: 'Sin código' },
  ],
} as const satisfies ChoiceField;

interface UnitRowProps {
  unit: Dhis2Unit;
  figures: Dhis2Figures;
}

/** A place: its figures open below its name. */
function UnitRow({ unit, figures: { nivel, elementos } }: UnitRowProps) {
  const { clave, provincia, codigo, valores } = unit;
  const name = unitName(unit, nivel);
  const facts = elementos.map((element, at) => ({
    label: AGGREGATES[element.clave].name,
    value: whole(valores[at] ?? 0),
  }));
  return (
    <li>
      <details>
        <summary>
          <b>{name}</b>{' '}
          {provincia && (
            <Text span size="sm" c="dimmed">
              {provincia}{' '}
            </Text>
          )}
          <CodeMark code={codigo} />
        </summary>
        <Facts facts={facts} />
        {clave === NO_UNIT ? (
          <Text size="sm" c="dimmed" mt="xs">
            Estas personas no tienen un lugar de la lista en su libreta: sus cifras no se envían.
          </Text>
        ) : (
          <CodeEditor mapped={{ tipo: nivel, clave, nombre: name, codigo }} />
        )}
      </details>
    </li>
  );
}

/** The places with figures or with a code. */
export function UnitList({ figures }: { figures: Dhis2Figures }) {
  const { nivel, unidades } = figures;
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState('todos');
  const matches = searchFor(search);
  const units = unidades.filter(
    (unit) =>
      (shown === 'todos' || unit.codigo === '') &&
      matches(foldText(`${unitName(unit, nivel)} ${unit.provincia} ${unit.codigo}`)),
  );
  const { shown: ofPage, pager } = usePages(units.length, PAGE_SIZE);
  const narrow = (by: () => void) =>
    afterLeaving(() => {
      by();
      pager.onChange(1);
    });
  return (
    <Card as="section" aria-labelledby="lugares">
      <Title order={2} id="lugares" mb="sm">
        {TITLES[nivel]}
      </Title>
      {unidades.length === 0 ? (
        <EmptyState title="No hay cifras en este período" message="Elige otro mes o trimestre." />
      ) : (
        <>
          <Toolbar>
            <SearchInput
              label="Buscar por nombre o código"
              value={search}
              onType={(value) => narrow(() => setSearch(value))}
            />
            <ChoiceFieldInput
              name="mostrar"
              field={SHOWN}
              value={shown}
              onChange={(_name, next) => narrow(() => setShown(String(next)))}
            />
          </Toolbar>
          {units.length === 0 && (
            <EmptyState title="Ninguno se llama así" message="Escribe solo una parte del nombre." />
          )}
          <RuledList>
            {ofPage(units).map((unit) => (
              <UnitRow key={unit.clave} unit={unit} figures={figures} />
            ))}
          </RuledList>
          {units.length > 0 && <Pager {...pager} onChange={(next) => afterLeaving(() => pager.onChange(next))} />}
        </>
      )}
    </Card>
  );
}
