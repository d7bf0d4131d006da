/** Form sections in order, with their settings. */
export const SECTIONS = [
  { id: 'basics', settings: ['name', 'status', 'tags', 'notes', 'domain_id', 'spare_domain_id'] },
  {
    id: 'destinations',
    settings: ['default_url', 'destinations', 'optimise', 'sticky', 'forward_query', 'routing_page_query'],
  },
  { id: 'rules', settings: ['rules'] },
  {
    id: 'traffic',
    settings: [
      'traffic_source',
      'traffic_source_revision',
      'params',
      'external_id_param',
      'external_id_macro',
      'cost_param',
      'cost_macro',
      'cost_scale',
    ],
  },
  { id: 'tracking', settings: ['entry', 'script_hosts'] },
  {
    id: 'cost',
    settings: ['cost_model', 'cost_value', 'cost_currency', 'default_payout', 'payout_currency', 'type_payouts'],
  },
  {
    id: 'postbacks',
    settings: [
      'network_id',
      'attribution_days',
      'dedupe_mode',
      'postback_ips',
      'postback_signed',
      'outgoing_postbacks',
      'connection_ids',
      'consent_required',
    ],
  },
  {
    id: 'limits',
    settings: ['timezone', 'start_at', 'end_at', 'daily_cap', 'uniqueness_hours', 'paused_fallback'],
  },
] as const;

export type SectionId = (typeof SECTIONS)[number]['id'];

const SECTION_ORDER: readonly string[] = SECTIONS.flatMap(({ settings }) => settings);

/** The section of a field, by dotted path. */
export const sectionOf = (path: string): SectionId | undefined => {
  const [setting] = path.split('.');
  return SECTIONS.find(({ settings }) => (settings as readonly string[]).includes(setting ?? ''))?.id;
};

/** 0-based rule index in a path. */
export const ruleOf = (path: string): number | undefined => {
  const [, place] = /^rules\.(\d+)/.exec(path) ?? [];
  return place === undefined ? undefined : Number(place);
};

/** Paths in form order. */
export const sortByFormOrder = (paths: readonly string[]): string[] =>
  [...paths].sort((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other, 'en', { numeric: true }));

const rankOf = (path: string): number => {
  const rank = SECTION_ORDER.indexOf(path.split('.')[0] ?? '');
  return rank < 0 ? SECTION_ORDER.length : rank;
};
