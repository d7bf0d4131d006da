import type { GridLayout } from '@poklik/contract/grid-layouts';
import { type GridName, profileApi } from '@poklik/contract/profile';
import { readLayout } from '@poklik/domain/grids/layout';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client.ts';
import { currentUserQuery, useCurrentUser } from '../../api/current-user.ts';
import { toast } from '../../ui/toast/toast.ts';

interface LayoutOptions {
  /** All columns that the reader may see. */
  known: readonly string[];
  /** Those shown until the user chooses. */
  usual: readonly string[];
  /** Of an opened view; it comes before the user's own. */
  view: GridLayout | null;
  /** The user changed the layout, so the view isn't shown as saved any more. */
  onLeaveView: () => void;
}

/** The user's columns and color rules of a grid, which follow them to every device. */
export function useGridLayout(grid: GridName, { known, usual, view, onLeaveView }: LayoutOptions) {
  const client = useQueryClient();
  const own = useCurrentUser().grids[grid];
  // One after the other, so the last change wins.
  const save = useMutation({
    scope: { id: `grid ${grid}` },
    mutationFn: (layout: GridLayout | null) => call(profileApi.saveGrid, { body: { grid, layout } }),
    onError: (error) => toast(error.message, { kind: 'problem' }),
  });
  const keep = (layout: GridLayout | null) => {
    client.setQueryData(
      currentUserQuery.queryKey,
      (user) => user && { ...user, grids: { ...user.grids, [grid]: layout } },
    );
    save.mutate(layout);
    if (view) onLeaveView();
  };
  const shown = view ?? own;
  const names = [known, usual].map((ids) => ids.join()).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are new each time, their names are not.
  const layout = useMemo(() => readLayout(shown, known, usual), [shown, names]);
  return { layout, setLayout: keep, reset: shown === null ? undefined : () => keep(null) };
}
