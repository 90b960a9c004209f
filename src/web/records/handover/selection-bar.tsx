import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Callout } from '#web/ui/shapes/callout.tsx';
import { bookletCount } from './account-field.tsx';
import HandoverDialog, { type HandoverRequest } from './handover-dialog.tsx';
import type { BookletSelection } from './selection.ts';

interface SelectionBarProps {
  selection: BookletSelection;
  /** Names of the people on the current page, by id. */
  people: ReadonlyMap<string, string>;
  onEnd: () => void;
  returnTo: RefObject<HTMLButtonElement | null>;
}

/** The number of selected booklets and the actions for them. */
export default function SelectionBar({ selection: { chosen, toggle }, people, onEnd, returnTo }: SelectionBarProps) {
  const [handing, setHanding] = useState<HandoverRequest | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  // The pressed button is removed: the bar takes the focus, and returns it when the selection ends.
  useEffect(() => {
    bar.current?.focus();
    return () => returnTo.current?.focus();
  }, [returnTo]);
  const ids = [...people.keys()];
  const whole = ids.length > 0 && ids.every((id) => chosen.has(id));
  const [only = ''] = chosen;
  const onlyName = people.get(only);
  const countText = chosen.size === 1 ? '1 libreta elegida' : `${bookletCount(chosen.size)} elegidas`;
  return (
    <>
      <Callout
        ref={bar}
        tabIndex={-1}
        tone="brand"
        mb="md"
        wrap="wrap"
        role="group"
        aria-label="Selección"
        // Stays visible while the list scrolls.
        pos="sticky"
        top="var(--header)"
        style={{ zIndex: 2 }}
      >
        <strong role="status">{chosen.size === 0 ? 'Elige libretas de la lista' : countText}</strong>
        <div>
          <Button variant="subtle" size="sm" onClick={() => toggle(ids, !whole)}>
            {whole ? 'Quitar las de esta página' : 'Elegir las de esta página'}
          </Button>
          <Button
            size="sm"
            aria-haspopup="dialog"
            disabled={chosen.size === 0}
            onClick={() =>
              setHanding({
                personas: [...chosen],
                what:
                  chosen.size > 1
                    ? `Cada una de las ${bookletCount(chosen.size)} elegidas`
                    : `La libreta ${onlyName ? `de ${onlyName}` : 'elegida'}`,
              })
            }
          >
            Traspasar
          </Button>
          <Button variant="subtle" size="sm" onClick={onEnd}>
            Dejar de seleccionar
          </Button>
        </div>
      </Callout>
      <HandoverDialog handing={handing} onClose={() => setHanding(null)} onDone={onEnd} />
    </>
  );
}
