import { IconCloudOff } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { errorMessage } from '#web/lib/api-errors.ts';
import { RetryButton } from './retry.tsx';
import classes from './state.module.css';

interface ErrorStateProps extends Pick<ComponentProps<typeof RetryButton>, 'query'> {
  /** The screen's own sentence ("Error al cargar niños. …"). */
  title: string;
  error: unknown;
}

/** Where a list could not be loaded that says so: why, and a way to try again. */
export function ErrorState({ title, error, query }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.disc}>
        <IconCloudOff size={26} aria-hidden />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.message}>{errorMessage(error)}</p>
      <RetryButton query={query} variant="outline" />
    </div>
  );
}
