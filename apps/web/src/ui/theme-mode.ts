import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';

const STORAGE_KEY = 'theme';
const listeners = new Set<() => void>();

/** `public/first-paint.js` has already applied the stored theme before the first paint. */
const current = (): ThemeMode => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function apply(mode: ThemeMode): void {
  document.documentElement.dataset.theme = mode;
  document.documentElement.dataset.mantineColorScheme = mode;
  // The bar of a phone's browser or of the installed app.
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = bar.dataset[mode] ?? '';
  for (const listener of listeners) listener();
}

export function setThemeMode(mode: ThemeMode): void {
  apply(mode);
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Applies a theme change from another tab. */
function onStorage({ key, newValue }: StorageEvent): void {
  if (key === STORAGE_KEY) apply(newValue === 'dark' ? 'dark' : 'light');
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, current);
