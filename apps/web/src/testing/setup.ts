import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import Cookies from 'js-cookie';
import { afterEach, beforeEach, vi } from 'vitest';
import { showToastsWith } from '../ui/toast/toast.ts';
import './computed-style.ts';
import { screenWidth, widthListeners } from './screen-width.ts';

configure(({ getElementError }) => ({
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 20_000,
  // Every attempt to find an element makes an error, so the page is printed only when somebody reads the message.
  getElementError: (message, container) => {
    const error = new Error(message ?? undefined);
    error.name = 'TestingLibraryElementError';
    return Object.defineProperty(error, 'message', { get: () => getElementError(message, container).message });
  },
}));

// jsdom lays nothing out: it knows no media, sees no sizes and scrolls nowhere.
beforeEach(() => {
  screenWidth.narrow = false;
  widthListeners.clear();
  document.body.innerHTML = '<div id="modal-root"></div>';
  vi.stubGlobal('matchMedia', (media: string) => {
    const asksWidth = media.includes('max-width: 860.98px');
    return {
      media,
      matches: asksWidth && screenWidth.narrow,
      addEventListener: (_: string, listener: never) => asksWidth && widthListeners.add(listener),
      removeEventListener: (_: string, listener: never) => widthListeners.delete(listener),
    };
  });
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
