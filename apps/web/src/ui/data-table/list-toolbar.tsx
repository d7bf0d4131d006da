import type { ReactNode } from 'react';
import css from './list-toolbar.module.css';

/** Search and filters above a list. */
export function ListToolbar({ children }: { children: ReactNode }) {
  return <search className={css.toolbar}>{children}</search>;
}
