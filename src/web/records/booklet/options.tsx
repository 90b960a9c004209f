import { useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { OptionsButton } from './options-button.tsx';
import type { OptionsMenuProps } from './options-menu.tsx';

// A menu is heavy, and a booklet is there to be read.
const load = () => import('./options-menu.tsx');
const OptionsMenu = lazyPart<OptionsMenuProps>(load, <OptionsButton busy={false} />);

/** What can be done with the whole booklet, in a menu. */
export function Options(props: OptionsMenuProps) {
  const [asked, setAsked] = useState(false);
  if (asked) return <OptionsMenu {...props} />;
  return (
    <OptionsButton
      busy={props.pdf.busy}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerDown={() => void load().catch(() => undefined)}
      onClick={() => setAsked(true)}
    />
  );
}
