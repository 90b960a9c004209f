import { Button, Group, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFocusFallback } from '#web/ui/page/focus-fallback.ts';
import classes from './retry.module.css';

export const RETRY = 'Volver a intentar';

interface RetryProps {
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>;
  /** What is loaded, for screen readers, where a screen has several of these buttons. */
  of?: string | undefined;
  variant?: 'subtle' | 'outline';
}

/** Repeats a failed query; the button stays focusable meanwhile. */
export function RetryButton({ query: { refetch, isFetching }, of, variant = 'subtle' }: RetryProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusFallback(button);
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

/** A retry button in place of content that could not be loaded; `height` is that of the content, in pixels. */
export function Retry({ height, ...props }: RetryProps & { height?: number }) {
  return (
    <Group className={classes.place} flex={1} p="md" justify="center" mih={height} data-only="screen">
      <RetryButton {...props} />
    </Group>
  );
}
