import { useState } from 'react';

interface Dialog<About> {
  /** What the dialog was last opened for. It stays known while the dialog closes. */
  about: About | undefined;
  open: (about: About) => void;
  props: { opened: boolean; onClose: () => void };
}

/** State of a dialog about something that the user chose. */
export function useDialog<About>(): Dialog<About> {
  const [about, setAbout] = useState<About>();
  const [opened, setOpened] = useState(false);
  const open = (next: About) => {
    setAbout(next);
    setOpened(true);
  };
  return { about, open, props: { opened, onClose: () => setOpened(false) } };
}
