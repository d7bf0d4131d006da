import type { ReactNode } from 'react';
import css from './conversions.module.css';

/** Cell text that doesn't wrap. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={css.nowrap}>{children}</span>;
