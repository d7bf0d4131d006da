import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../ui/keyboard/use-shortcuts.ts';

const STORAGE_KEY = 'sidebarExpanded';
/** Below it is a sheet, above it is always expanded. */
const RAIL = '(min-width: 861px) and (max-width: 1100.98px)';

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

/** Between 861 and 1100 px the sidebar is an icon rail unless expanded by its button or Ctrl+B. */
export function useRail(): Rail {
  const { t } = useTranslation('select');
  const [expanded, setExpanded] = useState(storedExpanded);

  useEffect(() => {
    try {
      localStorage.setItem(STORAGE_KEY, String(expanded));
    } catch {
      // Without storage the choice lives as long as the page.
    }
  }, [expanded]);

  const toggle = () => setExpanded(!expanded);
  const isThere = () => matchMedia(RAIL).matches;
  useShortcuts('everywhere', [{ keys: ['mod+b'], label: t('keys.sidebar'), isThere, run: toggle }]);

  return { collapsed: !expanded, toggle };
}
