import { IconCloudOff } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { errorMessage } from '#web/lib/api-errors.ts';
import { Disc } from '#web/ui/shapes/disc.tsx';
import { RetryButton } from './retry.tsx';
import { State } from './state.tsx';

interface ErrorStateProps extends Pick<ComponentProps<typeof RetryButton>, 'query'> {
  title: string;
  error: unknown;
}

/** A list that could not be loaded: the reason and a retry button. */
export function ErrorState({ title, error, query }: ErrorStateProps) {
  return (
    <State
      role="alert"
      mark={
        <Disc tone="low">
          <IconCloudOff size={26} aria-hidden />
        </Disc>
      }
      title={title}
      message={errorMessage(error)}
      action={<RetryButton query={query} variant="outline" />}
    />
  );
}
