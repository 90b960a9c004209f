import type { KeyboardEvent } from 'react';

/** Keeps Enter from submitting the form while the list of the field is open; the list itself takes the highlighted option. */
export function keepEnterInList(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.hasAttribute('data-expanded')) event.preventDefault();
}
