import type { ConversionStatus } from '@poklik/contract/campaigns';
import type { Conversion } from '@poklik/contract/conversions';
import { lazy, Suspense } from 'react';
import { useOnceOpen } from '../../ui/dialog/use-once-open.ts';
import type { ConversionFilters } from './filters/filter-fields.ts';

// Most visits need none of these.
const AddDialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));
const ConversionDialog = lazy(async () => ({ default: (await import('./conversion-dialog.tsx')).ConversionDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const StatusDialog = lazy(async () => ({ default: (await import('./status-dialog.tsx')).StatusDialog }));

export interface StatusChange {
  rows: Conversion[];
  status: ConversionStatus;
}

interface ConversionDialogsProps {
  filters: ConversionFilters;
  rows: readonly Conversion[];
  canWrite: boolean;
  adding: [boolean, (isOpen: boolean) => void];
  importing: [boolean, (isOpen: boolean) => void];
  change: [StatusChange | null, (change: StatusChange | null) => void];
}

/** Dialogs of the list; each is loaded when it is first opened. */
export function ConversionDialogs({ filters, rows, canWrite, ...state }: ConversionDialogsProps) {
  const [isAdding, setAdding] = state.adding;
  const [isImporting, setImporting] = state.importing;
  const [change, setChange] = state.change;
  const id = filters.values.id ?? null;
  const needs = {
    one: useOnceOpen(id !== null),
    adding: useOnceOpen(isAdding),
    importing: useOnceOpen(isImporting),
    change: useOnceOpen(change !== null),
  };
  return (
    <Suspense>
      {needs.one && (
        <ConversionDialog
          id={id}
          ids={rows.map((row) => row.id)}
          canWrite={canWrite}
          onOpen={(other) => filters.set('id', other, { replace: true })}
          onClose={() => filters.set('id', null)}
        />
      )}
      {needs.adding && <AddDialog opened={isAdding} onClose={() => setAdding(false)} />}
      {needs.importing && <ImportDialog opened={isImporting} onClose={() => setImporting(false)} />}
      {needs.change && <StatusDialog change={change} onClose={() => setChange(null)} />}
    </Suspense>
  );
}
