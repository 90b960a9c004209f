import { Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasFailed } from '#web/lib/load-failure.ts';
import { RETRY } from '#web/ui/feedback/retry.tsx';

/** The retry option; no catalogue value is equal to it. */
const RETRY_OPTION = { value: '\u0000', label: RETRY };

export const isRetry = (value: string | null) => value === RETRY_OPTION.value;

/** A function that repeats a failed query; undefined unless it has failed and is idle. */
export function retryOf(query: UseQueryResult): (() => void) | undefined {
  return hasFailed(query) && !query.isFetching ? () => void query.refetch() : undefined;
}

interface RetryOptionProps {
  options: readonly { value: string; label: string }[];
  onRetry: (() => void) | undefined;
}

/** Data for a Mantine select, with a retry option at the end if the options could not be loaded. */
export function withRetry({ options, onRetry }: RetryOptionProps) {
  if (!onRetry) return { data: [...options] };
  const renderOption = ({ option }: { option: { value: string; label: string } }): ReactNode =>
    isRetry(option.value) ? (
      <Group component="span" gap="xs" fw="var(--mantine-font-weight-bold)" c="var(--mantine-color-laguna-7)">
        <IconRefresh size={18} aria-hidden />
        {option.label}
      </Group>
    ) : (
      option.label
    );
  return { data: [...options, RETRY_OPTION], renderOption };
}
