import { Button, Group, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFocusHandedOn } from '#web/ui/page/focus-handed-on.ts';
import classes from './retry.module.css';

export const RETRY = 'Volver a intentar';

interface RetryProps {
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>;
  /** What is asked for, where a screen has several such buttons; heard, not seen. */
  of?: string | undefined;
  variant?: 'subtle' | 'outline';
}

/** Asks again for what could not be loaded. It keeps the focus while it waits. */
export function RetryButton({ query: { refetch, isFetching }, of, variant = 'subtle' }: RetryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandedOn(button);
  return (
    <Button
      ref={button}
      variant={variant}
      className={classes.button ?? ''}
      data-only="screen"
      aria-label={of ? `${RETRY}: ${of}` : undefined}
      aria-disabled={isFetching}
      leftSection={
        isFetching ? <Loader size={18} color="currentColor" aria-hidden /> : <IconRefresh size={18} aria-hidden />
      }
      onClick={() => {
        if (!isFetching) void refetch();
      }}
    >
      {RETRY}
    </Button>
  );
}

/**
 * Where something should stand that could not be loaded: nothing but a quiet way to ask for it again.
 * @param height of what should stand there, in pixels
 */
export function Retry({ height, ...props }: RetryProps & { height?: number }) {
  return (
    <Group className={classes.place} flex={1} p="md" justify="center" mih={height} data-only="screen">
      <RetryButton {...props} />
    </Group>
  );
}
