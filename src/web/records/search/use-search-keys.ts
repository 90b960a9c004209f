import { useEffect } from 'react';

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Calls `onSearch` for / (outside of inputs) and Ctrl+K, unless a dialog is open. */
export function useSearchKeys(onSearch: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isWanted = event.ctrlKey || event.metaKey ? event.key === 'k' : event.key === '/' && !isTyping(event);
      if (!isWanted || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      onSearch();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
