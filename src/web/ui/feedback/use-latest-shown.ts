import { useEffect, useState } from 'react';

/** Keeps the content of a dialog while it fades out. It opens one render later, since Mantine stores the focus only when `opened` changes. */
export function useLatestShown<T>(current: T | null): { shown: T | null; opened: boolean } {
  const [shown, setShown] = useState<T | null>(null);
  useEffect(() => {
    if (current) setShown(current);
  }, [current]);
  return { shown, opened: current !== null && shown === current };
}
