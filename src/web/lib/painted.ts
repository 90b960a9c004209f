/** A page that nobody sees draws nothing. */
const AT_MOST_MS = 100;

/** Waits until what is on the screen by now can be seen, before more work is begun. */
export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, AT_MOST_MS);
  });
