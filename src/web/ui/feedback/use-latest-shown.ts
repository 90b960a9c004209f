import { useEffect, useState } from 'react';

/**
 * What a dialog shows, kept while it fades out. A dialog loaded at the moment it is needed has to be there closed
 * first: only then does Mantine remember where the focus came from.
 */
export function useLatestShown<T>(current: T | null): { shown: T | null; opened: boolean } {
  const [shown, setShown] = useState<T | null>(null);
  useEffect(() => {
    if (current) setShown(current);
  }, [current]);
  return { shown, opened: current !== null && shown === current };
}
