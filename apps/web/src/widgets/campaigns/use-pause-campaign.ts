import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Pauses a campaign from a report, with undo in the toast. Its texts are in `grid`. */
export function usePauseCampaign(): (id: number) => void {
  const { t } = useTranslation('grid');
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['campaigns'] });
  const attempt = (work: () => Promise<void>) =>
    void work().catch((error: unknown) =>
      toast(error instanceof Error ? error.message : String(error), { kind: 'problem' }),
    );

  return (id) =>
    attempt(async () => {
      const { data: before } = await call(campaignsApi.get, { params: { id: String(id) } });
      const { name, status } = before;
      if (status === 'paused') return toast(t('pause.already', { name }));
      await call(campaignsApi.bulk, { body: { ids: [id], action: 'pause' } });
      await refresh();
      toast(t('pause.done', { name }), {
        action: {
          label: t('undo'),
          onSelect: () =>
            attempt(async () => {
              await restore(before);
              await refresh();
            }),
        },
      });
    });
}

/** A draft has no action of its own, so its version is restored. */
async function restore({ id, status, version }: Campaign): Promise<void> {
  if (status === 'draft') {
    await call(campaignsApi.restore, { params: { id: String(id), version: String(version) } });
  } else {
    await call(campaignsApi.bulk, { body: { ids: [id], action: status === 'archived' ? 'archive' : 'activate' } });
  }
}
