import { useEffect, useState } from 'react';

const STORAGE_KEY = 'sidebarExpanded';

function storedExpanded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'true';
  } catch {
    return false;
  }
}

export interface Rail {
  collapsed: boolean;
  toggle: () => void;
}

/** Between 861 and 1100 px the sidebar is a rail of icons unless it is unfolded, by its button or Ctrl+B. */
export function useRail(): Rail {
  const [expanded, setExpanded] = useState(storedExpanded);

  useEffect(() => {
    try {
      localStorage.setItem(STORAGE_KEY, String(expanded));
    } catch {
      // Without storage the choice lives as long as the page.
    }
  }, [expanded]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The key's place, not its letter: on a Ukrainian layout it types «и».
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== 'KeyB') return;
      event.preventDefault();
      setExpanded((now) => !now);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return { collapsed: !expanded, toggle: () => setExpanded(!expanded) };
}
