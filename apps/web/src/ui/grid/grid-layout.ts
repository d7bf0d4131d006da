/** Which columns a grid shows, and how. */
export interface GridLayout {
  /** Visible columns in order; the name comes first and is always visible. */
  columns: readonly GridLayoutColumn[];
  rules: readonly ColorRule[];
}

export interface GridLayoutColumn {
  id: string;
  /** In pixels; the usual width if omitted. */
  width?: number;
  /** Stays next to the name while the others scroll. */
  pinned?: boolean;
}

/** Marks values below or above a threshold. Shares are fractions: -0.3 for −30 %. */
export interface ColorRule {
  column: string;
  when: 'below' | 'above';
  than: number;
  tone: 'negative' | 'positive' | 'warning';
}

export const COLUMN_WIDTH_MIN = 56;
export const COLUMN_WIDTH_MAX = 640;
