import { useState } from 'react';

/** Whether a dialog was opened at all: until then neither it nor its code is needed, and afterwards it can close gently. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
}
