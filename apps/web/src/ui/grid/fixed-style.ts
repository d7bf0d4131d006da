import type { CSSProperties } from 'react';
import type { PlacedColumn } from './use-grid-table.ts';

/** Where a column stays while the others scroll. */
export const fixedStyle = ({
  start,
  isEnd,
}: Pick<PlacedColumn<never>, 'start' | 'isEnd'>): CSSProperties | undefined =>
  start !== undefined ? { insetInlineStart: start } : isEnd ? { insetInlineEnd: 0 } : undefined;
