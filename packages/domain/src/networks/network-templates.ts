import type { NetworkTemplate } from '@poklik/contract/network-templates';
import { type MappedStatus, NETWORK_FIELDS, type NetworkMapping } from '@poklik/contract/networks';
import catalogue from './affiliate-networks.json' with { type: 'json' };
import type { TemplateDetails } from './template-details.ts';

type Listed = (typeof catalogue.networks)[number];

/** Parameter names of networks that send fixed ones: such a macro has no brackets. */
const PLAIN_NAME = /^(?!xx)[A-Za-z]\w*$/;

/** In the catalogue `goal` is the type of the conversion. */
const macrosOf = ({ macros: { goal, ...macros } }: Listed): NetworkTemplate['macros'] => ({ ...macros, type: goal });

const toTemplate = (listed: Listed): NetworkTemplate => ({
  code: listed.code,
  name: listed.name,
  kind: listed.kind,
  docs_url: listed.docs_url,
  click_param: listed.subid_param,
  macros: macrosOf(listed),
  statuses: Object.entries(listed.status_words).map(([word, status]) => ({
    word,
    status: (status ?? 'none') as MappedStatus,
  })),
  default_currency: listed.currency_fixed,
  notes: listed.notes,
  is_verified: listed.verified === 'docs',
  unverified_fields: listed.unverified_fields,
  ...{ is_shipped: true, is_changed: false, is_hidden: false },
});

const byName = (one: NetworkTemplate, other: NetworkTemplate): number => one.name.localeCompare(other.name, 'en');

/** Known affiliate networks, by name. */
export const NETWORK_TEMPLATES: readonly NetworkTemplate[] = catalogue.networks.map(toTemplate).sort(byName);

/** What the operator made of a template, or added. */
export interface OwnTemplate {
  code: string;
  /** Null while a shipped template is as it came. */
  details: TemplateDetails | null;
  isHidden: boolean;
}

/** A template written by hand was compared with the network by its author. */
const WRITTEN_BY_HAND = { is_verified: true, unverified_fields: [] };

/** The shipped templates as the operator changed them, and those that the operator added, by name. */
export function mergeTemplates(
  own: readonly OwnTemplate[],
  shipped: readonly NetworkTemplate[] = NETWORK_TEMPLATES,
): NetworkTemplate[] {
  const rows = new Map(own.map((row) => [row.code, row]));
  const codes = new Set(shipped.map(({ code }) => code));
  const known = shipped.map((template) => {
    const { details = null, isHidden = false } = rows.get(template.code) ?? {};
    const changed = details && { ...details, ...WRITTEN_BY_HAND, is_changed: true };
    return { ...template, ...changed, is_hidden: isHidden };
  });
  const added = own.flatMap(({ code, details, isHidden }) => {
    // A shipped template that a later release no longer has is gone, unless the operator changed it.
    if (codes.has(code) || details === null) return [];
    const state = { is_shipped: false, is_changed: false, is_hidden: isHidden };
    return [{ code, kind: 'network', ...details, ...WRITTEN_BY_HAND, ...state }];
  });
  return [...known, ...added].sort(byName);
}

/** How postbacks of a network made from the template are read. */
export const mappingOf = ({ macros, statuses }: Pick<NetworkTemplate, 'macros' | 'statuses'>): NetworkMapping => ({
  params: Object.fromEntries(
    NETWORK_FIELDS.map((field) => [field, macros[field]]).filter(([, macro]) => PLAIN_NAME.test(macro ?? '')),
  ),
  statuses: [...statuses],
  types: [],
  default_status: null,
});

export const EMPTY_MAPPING: NetworkMapping = { params: {}, statuses: [], types: [], default_status: null };

/** Our parameter for each field of the address. */
const ADDRESS_NAMES = {
  click_id: 'cid',
  payout: 'payout',
  currency: 'currency',
  status: 'status',
  transaction_id: 'txid',
  type: 'type',
} as const;

/** Shown where it is not known what the network fills in. */
const OWN_MACROS: Partial<Record<keyof typeof ADDRESS_NAMES, string>> = {
  click_id: '{click_id}',
  payout: '{payout}',
  status: '{status}',
  transaction_id: '{txid}',
};

/** The address to give to the network, with its macros where they are known. */
export function networkPostbackUrl(publicUrl: string, key: string, template: NetworkTemplate | undefined): string {
  const macros = template?.macros.click_id ? template.macros : OWN_MACROS;
  const query = Object.entries(ADDRESS_NAMES).flatMap(([field, name]) => {
    const macro = macros[field as keyof typeof ADDRESS_NAMES];
    // A network with fixed parameter names adds them itself.
    return macro && !PLAIN_NAME.test(macro) ? [`${name}=${macro}`] : [];
  });
  return [`${publicUrl}/postback/n/${key}`, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}

export const accountPostbackUrl = (publicUrl: string, key: string): string =>
  `${publicUrl}/postback/a/${key}?cid={click_id}&payout={payout}&status={status}&txid={txid}`;

/** The mapping after a change, which replaces the same fields and words. */
export const withMappingChange = (
  mapping: NetworkMapping,
  {
    fields,
    words,
    types,
  }: { fields: NetworkMapping['params'] } & {
    words: NetworkMapping['statuses'];
    types: NetworkMapping['types'];
  },
): NetworkMapping => ({
  ...mapping,
  params: { ...mapping.params, ...fields },
  statuses: replaceWords(mapping.statuses, words),
  types: replaceWords(mapping.types, types),
});

function replaceWords<Entry extends { word: string }>(known: readonly Entry[], changed: readonly Entry[]): Entry[] {
  const words = new Set(changed.map(({ word }) => word.toLowerCase()));
  return [...known.filter(({ word }) => !words.has(word.toLowerCase())), ...changed];
}
