import { useSyncExternalStore } from 'react';

const isOpen = (): boolean => document.querySelector('#modal-root [role="dialog"]') !== null;

function onChange(tell: () => void): () => void {
  const root = document.getElementById('modal-root');
  const observer = new MutationObserver(tell);
  if (root) observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Whether a dialog is open. */
export const useDialogIsOpen = (): boolean => useSyncExternalStore(onChange, isOpen);
