import type { ReactNode } from 'react';
import text from '../../ui/text.module.css';

/** Cell text that doesn't wrap. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className={text.nowrap}>{children}</span>;
