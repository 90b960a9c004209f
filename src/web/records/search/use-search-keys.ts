import { useHotkeys } from '@mantine/hooks';

/** Calls `onSearch` for / (outside of inputs) and Ctrl+K, unless a dialog is open. */
export function useSearchKeys(onSearch: () => void): void {
  const search = () => {
    if (!document.querySelector('[aria-modal="true"]')) onSearch();
  };
  useHotkeys([['/', search]]);
  useHotkeys([['mod+K', search]], []);
}
