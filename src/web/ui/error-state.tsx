import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { errorMessage } from '#web/lib/api-errors.ts';
import classes from './state.module.css';

interface ErrorStateProps {
  /** The screen's own sentence ("Error al cargar niños. …"). */
  title: string;
  error?: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/** Where something could not be loaded: why, and a way to try again. */
export function ErrorState({ title, error, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.disc}>
        <IconCloudOff size={26} aria-hidden />
      </span>
      <p className={classes.title}>{title}</p>
      {error !== undefined && error !== null && <p className={classes.message}>{errorMessage(error)}</p>}
      <Button
        variant="outline"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={retrying}
        onClick={onRetry}
      >
        Volver a intentar
      </Button>
    </div>
  );
}
