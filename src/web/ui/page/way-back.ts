import type { RouterHistory } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** The path of each entry of the history since the page was loaded, by its index. */
const paths: string[] = [];

const indexIn = ({ location }: RouterHistory): number => location.state.__TSR_index;

/** Remembers where the user was, for {@link useWayBack}. */
export function followPaths(history: RouterHistory): void {
  const note = () => {
    paths[indexIn(history)] = history.location.pathname;
  };
  note();
  history.subscribe(note);
}

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

/**
 * For a link that leads back. If the user came from the page to which it leads, it goes back in the history, so that the page's filters and
 * its scroll position are restored; else it is a link.
 */
export function useWayBack(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { history } = useRouter();
  return (event) => {
    const here = indexIn(history);
    const to = paths.lastIndexOf(event.currentTarget.pathname, here - 1);
    if (here === 0 || to === -1 || !isPlainClick(event)) return;
    event.preventDefault();
    history.go(to - here);
  };
}
