const AT_MOST_MS = 100;

export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, AT_MOST_MS);
  });
