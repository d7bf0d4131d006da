import { act } from '@testing-library/react';

/** Whether the screen of a test is below 861 px; every test starts with a wide one. */
export const screenWidth = { narrow: false };

type Listener = (event: { matches: boolean }) => void;
/** Of queries that are answered by the width. */
export const widthListeners = new Set<Listener>();

/** The window gets narrow or wide while the page is open. */
export function resizeScreen(narrow: boolean): void {
  screenWidth.narrow = narrow;
  act(() => {
    for (const tell of widthListeners) tell({ matches: narrow });
  });
}
