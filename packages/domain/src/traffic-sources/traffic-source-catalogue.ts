import type { CostScale } from '@poklik/contract/campaigns';
import { FALLBACK_LANGUAGE, type Language } from '@poklik/contract/language';
import type { OutgoingMethod } from '@poklik/contract/outgoing-request';
import { SUBS, type Sub } from '@poklik/contract/routing';
import type { TrafficSource } from '@poklik/contract/traffic-sources';
import catalogue from './traffic-source-catalogue.json' with { type: 'json' };

/** A template that comes with the program. A greater revision replaces the one that an installation has. */
export type CatalogueSource = Omit<TrafficSource, 'id' | 'is_own' | 'is_shipped' | 'is_hidden' | 'updated_at'>;

/** What responses take from the catalogue instead of the stored copy, so that correcting it needs no new revision. */
interface CatalogueTexts {
  notes: Record<Language, string> | null;
  unverified: string[];
}

/** Read from the source's documentation. */
const VERIFIED = 'docs';

const readSource = (entry: (typeof catalogue.sources)[number]): CatalogueSource => {
  const { code, revision, name, docs_url, parameters, click_id, cost, outgoing, notes, verified } = entry;
  return {
    ...{ code, revision, name, docs_url, is_verified: verified === VERIFIED, unverified: entry.unverified_fields },
    params: parameters.map((parameter, place) => ({ ...parameter, sub: SUBS[place] as Sub })),
    external_id_param: click_id?.param ?? null,
    external_id_macro: click_id?.macro ?? '',
    cost_param: cost?.param ?? null,
    cost_macro: cost?.macro ?? '',
    cost_scale: (cost?.unit ?? 'unit') as CostScale,
    outgoing_url: outgoing?.url ?? null,
    outgoing_method: (outgoing?.method ?? 'GET') as OutgoingMethod,
    notes: notes?.[FALLBACK_LANGUAGE] ?? '',
  };
};

export const TRAFFIC_SOURCE_CATALOGUE: readonly CatalogueSource[] = catalogue.sources.map(readSource);

export const CATALOGUE_TEXTS: ReadonlyMap<string, CatalogueTexts> = new Map(
  catalogue.sources.map(({ code, notes, unverified_fields }) => [code, { notes, unverified: unverified_fields }]),
);
