import { lazy, Suspense, useState } from 'react';
import type { ActionsMenuProps } from './menu-action.ts';
import { MenuTrigger } from './menu-trigger.tsx';

const load = () => import('./opened-menu.tsx');
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }));

/** The menu at the end of a row. Its code is loaded on hover or focus, not with the page. */
export function ActionsMenu(props: ActionsMenuProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = (
    <MenuTrigger
      label={props.label}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenedMenu {...props} />
    </Suspense>
  );
}
