import type { ReactNode } from 'react';
import css from './dialog-actions.module.css';

/** The buttons that end a dialog or a step of it, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
