import type { ReactNode } from 'react';
import css from './conversions.module.css';

/** A few words of a cell that are not broken, whatever room the others want. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={css.nowrap}>{children}</span>;
