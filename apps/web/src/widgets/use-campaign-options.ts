import { useDebouncedValue } from '@mantine/hooks';
import { campaignsApi } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import type { SelectOption } from '../ui/choice/select.tsx';
import { useCampaignSearch } from './use-campaign-search.ts';

/** Value of the option for all campaigns. */
export const ALL_CAMPAIGNS = 'all';

const PAUSE_MS = 200;

const optionOf = ({ id, name }: { id: number; name: string }): SelectOption => ({ value: String(id), label: name });

/** Name of a campaign, such as one from the URL, which may not be on the loaded page. */
const useCampaignOption = (id: string, enabled = true) =>
  useQuery({
    queryKey: ['campaigns', 'option', id],
    queryFn: ({ signal }) => call(campaignsApi.get, { params: { id } }, { signal }),
    select: ({ data }) => optionOf(data),
    enabled,
  });

export const useCampaignName = (id: string): string | undefined => useCampaignOption(id).data?.label;

/** Options of a campaign select that searches on the server. */
export function useCampaignOptions(chosen: string) {
  const { t } = useTranslation('select');
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed, PAUSE_MS);

  const current = useCampaignOption(chosen, chosen !== ALL_CAMPAIGNS);
  const everywhere = { value: ALL_CAMPAIGNS, label: t('all_campaigns') };
  const known = [everywhere, ...(current.data ? [current.data] : [])];
  // The select also reports the label of the selected option, which is not a search.
  const search = known.some(({ label }) => label === searched) ? '' : searched.trim();

  const found = useCampaignSearch(search).data?.data.map(optionOf) ?? [];
  const others = found.filter(({ value }) => value !== current.data?.value);
  return { options: [...known, ...others], onSearch: setTyped };
}
