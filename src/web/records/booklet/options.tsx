import { useState } from 'react';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { OptionsButton } from './options-button.tsx';
import type { OptionsMenuProps } from './options-menu.tsx';

// The menu's code is large and loads only when needed.
const load = () => import('./options-menu.tsx');
const OptionsMenu = lazyPart<OptionsMenuProps>(load, <OptionsButton busy={false} />);

export function Options(props: OptionsMenuProps) {
  const [requested, setRequested] = useState(false);
  if (requested) return <OptionsMenu {...props} />;
  return (
    <OptionsButton
      busy={props.pdf.busy}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerDown={() => void load().catch(() => undefined)}
      onClick={() => setRequested(true)}
    />
  );
}
