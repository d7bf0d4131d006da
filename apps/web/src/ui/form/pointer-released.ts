let isPressed = false;
const waiting = new Set<() => void>();

document.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) {
  document.addEventListener(
    end,
    () => {
      isPressed = false;
      // The click itself comes after the release.
      setTimeout(() => {
        for (const resume of waiting) resume();
        waiting.clear();
      });
    },
    true,
  );
}

/** Pressing the button blurs one control before the click reaches the next: what would move the layout waits for it. */
export const pointerReleased = (): Promise<void> =>
  isPressed ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve();
