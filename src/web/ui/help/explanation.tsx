import { useEffect, useRef, useState } from 'react';
import type { HelpKey } from '#domain/help/explanations.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { focusHelped, helpedElement } from './help-place.ts';
import { useHelpEntry } from './use-help-entry.ts';

const HelpSheet = lazyPart(() => import('./help-sheet.tsx'));

export interface ExplanationProps {
  help: HelpKey;
  /** The name of the field, or of the group. */
  name: string;
  /** The accepted range: "De 2 a 24 kg". */
  accepted?: string | undefined;
}

/** The sheet with an explanation. F1 in the field or group opens it; closing returns the focus there. */
export function Explanation({ help, name, accepted }: ExplanationProps) {
  const { opened, open, close } = useHelpEntry(name);
  const [everOpened, setEverOpened] = useState(false);
  if (opened && !everOpened) setEverOpened(true);

  const latestOpen = useRef(open);
  latestOpen.current = open;
  useEffect(() => {
    const element = helpedElement(name);
    const press = (event: KeyboardEvent) => {
      // A field inside of a group has its own explanation.
      if (event.key !== 'F1' || event.defaultPrevented) return;
      event.preventDefault();
      latestOpen.current();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [name]);

  useEffect(() => {
    if (!opened) return;
    return () => focusHelped(name);
  }, [opened, name]);

  return everOpened ? <HelpSheet help={help} accepted={accepted} opened={opened} onClose={close} /> : null;
}
