let isPressed = false;
const waiting = new Set<() => void>();

document.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) {
  document.addEventListener(
    end,
    () => {
      isPressed = false;
      // The click comes after the release.
      setTimeout(() => {
        for (const resume of waiting) resume();
        waiting.clear();
      });
    },
    true,
  );
}

/**
 * A press blurs one control before the click reaches the next, so layout changes wait until the pointer is released.
 */
export const pointerReleased = (): Promise<void> =>
  isPressed ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve();
