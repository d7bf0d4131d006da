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

/** Pressing the button leaves one control before the click reaches the next: whoever would move things waits for it. */
export const pointerReleased = (): Promise<void> =>
  isPressed ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve();
