import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination, Optimise, Rule } from '@poklik/contract/routing';
import type { SettingName } from '@poklik/domain/campaigns/version-diff';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../format/dates.ts';
import { formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { optionsQuery } from '../form/campaign.queries.ts';
import { useConditionNames } from '../form/rules/use-condition-names.ts';

/** No value. */
const NONE = '—';

const optimiseLine = (t: TFunction<'campaigns'>, { mode, goal, floor, warm_up, half_life_days }: Optimise): string =>
  mode === 'fixed'
    ? t('versions.fixed')
    : t('versions.learn', { goal: t(`versions.goal.${goal}`), floor, clicks: warm_up, days: half_life_days });

/** Formats a setting as lines for display and diff. */
export function useSettingLines(): (setting: SettingName, settings: CampaignSettings) => string[] {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { textOf } = useConditionNames();

  const { data: options } = useQuery({ ...optionsQuery, staleTime: Number.POSITIVE_INFINITY });
  const domainLine = (id: number | null) => {
    const domain = options?.domains.find((each) => each.id === id);
    return id === null ? '' : (domain?.name ?? t('form.domain_inactive', { id }));
  };
  const networkLine = (id: number | null) =>
    id === null ? '' : (options?.networks.find((each) => each.id === id)?.name ?? `#${id}`);

  const connectionLine = (id: number) => options?.connections.find((each) => each.id === id)?.name ?? `#${id}`;

  const switched = (on: boolean) => (on ? t('versions.on') : t('versions.off'));
  const off = (on: boolean) => (on ? '' : ` (${t('versions.off')})`);

  const destinationLines = useDestinationLines();

  const ruleLines = ({ name, active, match, conditions, destinations, optimise }: Rule): string[] => [
    `${name || t('versions.unnamed_rule')}${off(active)}`,
    `  ${conditions.map(textOf).join(` ${t(`rules.joined_${match}`)} `)}`,
    ...destinationLines(destinations, '  '),
    ...(optimise ? [`  ${t('versions.setting.optimise')}: ${optimiseLine(t, optimise)}`] : []),
  ];

  const writers: { [S in SettingName]?: (value: CampaignSettings[S], settings: CampaignSettings) => string[] } = {
    status: (value) => [t(`form.statuses.${value}`)],
    destinations: (value) => destinationLines(value),
    optimise: (value) => [value ? optimiseLine(t, value) : t('versions.fixed')],
    rules: (value) => value.flatMap(ruleLines),
    paused_fallback: (value) => [t(`form.fallback.${value}`)],
    cost_model: (value) => [t(`form.models.${value}`)],
    cost_scale: (value) => [t(`form.scales.${value}`)],
    sticky: (value) => [switched(value)],
    forward_query: (value) => [switched(value)],
    routing_page_query: (value) => [switched(value)],
    dedupe_mode: (value) => [t(`form.dedupe.${value}`)],
    params: (value) => value.map(({ name, macro, sub }) => `${name}=${macro} → ${sub}`),
    postback_ips: (value) => [value.join(', ')],
    postback_signed: (value) => [switched(value)],
    outgoing_postbacks: (value) =>
      value.flatMap(({ name, url, method, statuses, types, share, headers, body_type, body }) => [
        [
          `${name ? `${name}: ` : ''}${method} ${url}`,
          statuses.map((status) => t(`form.conversion.${status}`)).join(', '),
          ...(types.length > 0 ? [types.join(', ')] : []),
          ...(share < 100 ? [formatPercent(language, share / 100, 0)] : []),
        ].join(' · '),
        ...headers.map((header) => `  ${header.name}: ${header.value}`),
        ...(body_type === 'none' ? [] : body.split('\n').map((line) => `  ${line}`)),
      ]),
    tags: (value) => [value.join(', ')],
    notes: (value) => value.split('\n'),
    domain_id: (value) => [domainLine(value)],
    spare_domain_id: (value) => [domainLine(value)],
    network_id: (value) => [networkLine(value)],
    connection_ids: (value) => value.map(connectionLine),
    consent_required: (value) => [switched(value)],
    entry: (value) => [t(`form.entries.${value}`)],
    script_hosts: (value) => [value.join(', ')],
    start_at: (value, { timezone }) => [value === null ? '' : formatDateTime(language, value, timezone)],
    end_at: (value, { timezone }) => [value === null ? '' : formatDateTime(language, value, timezone)],
  };

  return (setting, settings) => {
    const write = writers[setting] as ((value: unknown, settings: CampaignSettings) => string[]) | undefined;
    const lines = write ? write(settings[setting], settings) : [String(settings[setting] ?? '')];
    return lines.some((line) => line !== '') ? lines : [NONE];
  };
}

/** A line for each destination, with those behind a lander below it. */
function useDestinationLines(): (destinations: readonly Destination[], indent?: string) => string[] {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const namesOf = ({ offer_id, lander_id }: Destination): string => {
    if (lander_id != null) return ` (${t('versions.lander', { id: lander_id })})`;
    return offer_id == null ? '' : ` (${t('versions.offer', { id: offer_id })})`;
  };
  const linesOf = (destinations: readonly Destination[], indent = ''): string[] => {
    const shares = destinationShares(destinations);
    return destinations.flatMap((each, place) => {
      const { name, url, next = [], weight, active } = each;
      const share = formatPercent(language, shares[place] ?? 0, 0);
      const off = active ? '' : ` (${t('versions.off')})`;
      return [
        `${indent}→ ${name ? `${name}: ` : ''}${url}${namesOf(each)} · ${t('form.weight')} ${weight} (${share})${off}`,
        ...next.flatMap(({ targets }, slot) => [`${indent}  /o/${slot + 1}`, ...linesOf(targets, `${indent}  `)]),
      ];
    });
  };
  return linesOf;
}
