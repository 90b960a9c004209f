import type { ReactNode } from 'react';
import mujerUrl from '#web/assets/ilustracion-mujer.svg?no-inline';
import ninaUrl from '#web/assets/ilustracion-nina.svg?no-inline';
import { State } from './state.tsx';

interface EmptyStateProps {
  title: string;
  message?: ReactNode;
  picture?: 'nina' | 'mujer';
  action?: ReactNode;
}

export function EmptyState({ title, message, picture = 'nina', action }: EmptyStateProps) {
  const mark = <img src={picture === 'nina' ? ninaUrl : mujerUrl} alt="" width={112} height={95} />;
  return <State mark={mark} title={title} message={message} action={action} />;
}
