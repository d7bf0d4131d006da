import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import Cookies from 'js-cookie';
import { afterEach, beforeEach, vi } from 'vitest';
import { showToastsWith } from '../ui/toast.ts';
import { screenWidth } from './screen-width.ts';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

// jsdom lays nothing out: it knows no media, sees no sizes and scrolls nowhere.
beforeEach(() => {
  screenWidth.narrow = false;
  document.body.innerHTML = '<div id="modal-root"></div>';
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width: 860.98px') && screenWidth.narrow,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => {};
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  // Other files run in the same window.
  showToastsWith(() => {})();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});
