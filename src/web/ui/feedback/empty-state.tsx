import type { ReactNode } from 'react';
import mujerUrl from '#web/assets/ilustracion-mujer.svg?no-inline';
import ninaUrl from '#web/assets/ilustracion-nina.svg?no-inline';
import { State } from './state.tsx';

interface EmptyStateProps {
  title: string;
  /** What to do next. */
  message?: ReactNode;
  picture?: 'nina' | 'mujer';
  /** A button or a link. */
  action?: ReactNode;
}

/** Where a list has nothing to show yet: what is missing, and what to do about it. */
export function EmptyState({ title, message, picture = 'nina', action }: EmptyStateProps) {
  const mark = <img src={picture === 'nina' ? ninaUrl : mujerUrl} alt="" width={112} height={95} />;
  return <State mark={mark} title={title} message={message} action={action} />;
}
