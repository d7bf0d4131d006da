/** Resolves after the next paint, so slow work doesn't delay the response to a click. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
