import type { Campaign } from '@poklik/contract/campaigns';
import { useState } from 'react';

/** A cell that is edited in place. */
export interface EditedCell {
  kind: 'note' | 'weights';
  campaign: Campaign;
  opener: HTMLElement;
}

/** Which cell is edited. */
export function useCellEditor() {
  const [edited, setEdited] = useState<EditedCell | null>(null);
  return { edited, edit: setEdited, close: () => setEdited(null) };
}

export type EditCell = (cell: EditedCell) => void;
