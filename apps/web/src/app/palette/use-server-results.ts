import { useDebouncedValue } from '@mantine/hooks';
import { type Campaign, campaignsApi, SEARCH_MAX } from '@poklik/contract/campaigns';
import { type Conversion, conversionsApi } from '@poklik/contract/conversions';
import { type Instruction, instructionsApi } from '@poklik/contract/instructions';
import type { Language } from '@poklik/contract/language';
import type { Profile } from '@poklik/contract/profile';
import { type ListedUser, usersApi } from '@poklik/contract/users';
import { guideLanguage } from '@poklik/domain/instructions/guide-text';
import { fuzzyFind } from '@poklik/domain/palette/fuzzy-match';
import { layoutReadings } from '@poklik/domain/palette/keyboard-layouts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { hasPermission } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { navigationItems } from '../navigation.ts';
import { type Command, RESULT_ICONS } from './command.ts';

const PAUSE_MS = 200;
/** Results per kind; the lists have the rest. */
const RESULTS_PER_KIND = '6';
const LENGTH_MIN = 2;
/** IDs of clicks, conversions and transactions are matched exactly. */
const ID_LIKE = /^[\w.:-]{6,128}$/;

/** Searches as typed, then on the other keyboard layouts if nothing is found. */
async function firstFound<Row>(typed: string, ask: (search: string) => Promise<{ data: Row[] }>): Promise<Row[]> {
  const [, ...otherLayouts] = layoutReadings(typed);
  for (const reading of [typed, ...otherLayouts]) {
    const { data } = await ask(reading.slice(0, SEARCH_MAX));
    if (data.length > 0) return data;
  }
  return [];
}

interface SearchRequest {
  profile: Profile;
  typed: string;
  /** Searches only campaigns, even before typing, to pick one for an action. */
  onCampaign: ((campaign: Campaign) => void) | null;
}

/** Server search results. Typing cancels the previous request. */
export function useServerResults(request: SearchRequest) {
  const language = useLanguage();
  const wanted = request.typed.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { campaigns, conversions, users, guides } = useSearches(request, asked);
  const { onCampaign } = request;
  const guideMatch = fuzzyFind(
    wanted,
    (guides.data ?? []).map((guide) => guideCommand(guide, language)),
  );
  const all = [campaigns, conversions, users, guides];
  return {
    found: [
      ...(campaigns.data ?? []).map((campaign) => campaignCommand(campaign, onCampaign)),
      ...(conversions.data ?? []).map(conversionCommand),
      ...(users.data ?? []).map(userCommand),
      ...(onCampaign || guideMatch.isApproximate ? [] : guideMatch.items),
    ],
    isSearching: (wanted !== asked && wanted.length >= LENGTH_MIN) || all.some(({ isFetching }) => isFetching),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of all) if (query.error) void query.refetch();
    },
  };
}

/** Only what the user may read is searched. */
function useSearches({ profile, onCampaign }: SearchRequest, asked: string) {
  const places = navigationItems(profile);
  const isLong = asked.length >= LENGTH_MIN;
  const campaigns = useQuery({
    queryKey: ['campaigns', 'palette', asked],
    queryFn: ({ signal }) =>
      firstFound(asked, (search) =>
        call(campaignsApi.list, { query: { per_page: RESULTS_PER_KIND, ...(search && { search }) } }, { signal }),
      ),
    enabled: places.includes('campaign') && hasPermission(profile, 'campaigns:read') && (isLong || onCampaign !== null),
  });
  const conversions = useQuery({
    queryKey: ['conversions', 'palette', asked],
    queryFn: async ({ signal }) =>
      (await call(conversionsApi.list, { query: { per_page: RESULTS_PER_KIND, search: asked } }, { signal })).data,
    enabled:
      places.includes('conversions') &&
      hasPermission(profile, 'conversions:read') &&
      ID_LIKE.test(asked) &&
      !onCampaign,
  });
  const users = useQuery({
    queryKey: ['users', 'palette', asked],
    queryFn: ({ signal }) =>
      firstFound(asked, (search) => call(usersApi.list, { query: { per_page: RESULTS_PER_KIND, search } }, { signal })),
    enabled: hasPermission(profile, 'users:read') && isLong && !onCampaign,
  });
  const guides = useQuery({
    queryKey: ['instructions', 'palette'],
    queryFn: async ({ signal }) => (await call(instructionsApi.list, {}, { signal })).data,
    enabled: hasPermission(profile, 'instructions:read') && !onCampaign,
  });
  return { campaigns, conversions, users, guides };
}

function campaignCommand(campaign: Campaign, onChoose: SearchRequest['onCampaign']): Command {
  const shown = {
    id: `campaign ${campaign.id}`,
    group: 'campaigns' as const,
    label: campaign.name,
    detail: campaign.key,
    icon: RESULT_ICONS.campaigns,
  };
  return onChoose ? { ...shown, run: () => onChoose(campaign) } : { ...shown, to: paths.campaignOverview(campaign.id) };
}

const conversionCommand = (conversion: Conversion): Command => ({
  id: `conversion ${conversion.id}`,
  group: 'conversions',
  label: conversion.click_id,
  detail: conversion.campaign.name,
  icon: RESULT_ICONS.conversions,
  to: `/conversions?search=${encodeURIComponent(conversion.click_id)}&id=${conversion.id}`,
});

const userCommand = (user: ListedUser): Command => ({
  id: `user ${user.id}`,
  group: 'users',
  label: user.name || user.email,
  detail: user.name ? user.email : `ID ${user.id}`,
  icon: RESULT_ICONS.users,
  to: `${paths.usersList}?search=${encodeURIComponent(user.email)}`,
});

const guideCommand = (guide: Pick<Instruction, 'slug' | 'title'>, language: Language): Command => ({
  id: `guide ${guide.slug}`,
  group: 'guides',
  label: guide.title[guideLanguage(guide, language)],
  words: Object.values(guide.title),
  icon: RESULT_ICONS.guides,
  to: `${paths.instructions}?guide=${guide.slug}`,
});
