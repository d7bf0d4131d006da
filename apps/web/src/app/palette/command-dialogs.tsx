import type { Profile } from '@poklik/contract/profile';
import { useState } from 'react';
import { LogoutDialog } from '../shell/logout-dialog.tsx';
import type { Commands } from '../shell/use-commands.ts';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** Dialogs opened by a shortcut. Their code loads on first use. */
export function CommandDialogs({ profile, commands }: { profile: Profile; commands: Commands }) {
  const [leaving, setLeaving] = useState(false);
  const { opened, open } = commands;
  return (
    <>
      <Palette
        profile={profile}
        opened={opened === 'palette'}
        onClose={() => open(null)}
        onShortcuts={() => open('shortcuts')}
        onLogout={() => setLeaving(true)}
      />
      <ShortcutsDialog opened={opened === 'shortcuts'} areAllowed={profile.shortcuts} onClose={() => open(null)} />
      <LogoutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </>
  );
}
