import { domainToUnicode } from 'node:url';
import type { CampaignSettings } from '@poklik/contract/campaigns';
import type { FieldProblem } from '@poklik/contract/errors';
import { linkBase } from '@poklik/domain/domains/link-base';
import type { Config } from '../../config.ts';
import type { Database } from '../../stores/postgres.ts';
import { type DomainRow, listDomains, listDomainsById } from './domains.repo.ts';

type Links = Pick<CampaignSettings, 'domain_id' | 'spare_domain_id'>;
type Urls = Pick<Config, 'trackingUrl'>;

export function domainUrl({ host, checks, kind }: Pick<DomainRow, 'host' | 'checks' | 'kind'>, own: Urls): string {
  return linkBase({ host, isGiven: kind === 'given', hasHttps: checks.certificate?.state === 'ok' }, own.trackingUrl);
}

export const displayHost = (host: string): string => domainToUnicode(host) || host;

/** Returns the base of a campaign's links by its settings. */
export async function loadLinkOrigins(
  db: Database,
  config: Config,
  accountId: number,
  settings: readonly Pick<CampaignSettings, 'domain_id'>[],
): Promise<(of: Pick<CampaignSettings, 'domain_id'>) => string> {
  const ids = [...new Set(settings.flatMap(({ domain_id }) => domain_id ?? []))];
  const rows = ids.length === 0 ? [] : await listDomainsById(db, accountId, ids);
  const urls = new Map(rows.map((row) => [row.id, domainUrl(row, config)]));
  return ({ domain_id }) => (domain_id === null ? undefined : urls.get(domain_id)) ?? config.trackingUrl;
}

export interface LinkOrigin {
  /** Null for the address of the installation. */
  domainId: number | null;
  host: string;
  url: string;
}

/** Every base that links of the account may have; the default one comes first. */
export async function listLinkOrigins(db: Database, config: Config, accountId: number): Promise<LinkOrigin[]> {
  const domains = (await listDomains(db, accountId)).filter(({ status }) => ['active', 'failing'].includes(status));
  const own = domains.map((row) => ({ domainId: row.id, host: displayHost(row.host), url: domainUrl(row, config) }));
  const installation = { domainId: null, host: new URL(config.trackingUrl).host, url: config.trackingUrl };
  const defaultId = domains.find(({ isDefault }) => isDefault)?.id ?? null;
  const all = [...own, installation];
  return [
    ...all.filter(({ domainId }) => domainId === defaultId),
    ...all.filter(({ domainId }) => domainId !== defaultId),
  ];
}

/** Problems of newly chosen domains by field: links work only on verified domains of the account. */
export async function findDomainProblems(
  db: Database,
  accountId: number,
  wanted: Links,
  before: Links | null,
): Promise<Record<string, FieldProblem[]>> {
  const fields = (['domain_id', 'spare_domain_id'] as const).filter(
    (field) => wanted[field] !== null && wanted[field] !== before?.[field],
  );
  const ids = fields.map((field) => wanted[field] as number);
  const rows = ids.length === 0 ? [] : await listDomainsById(db, accountId, ids);
  const isUsable = (id: number) => rows.some((row) => row.id === id && ['active', 'failing'].includes(row.status));
  const problems = fields
    .filter((field) => !isUsable(wanted[field] as number))
    .map((field): [string, FieldProblem[]] => [field, [{ key: 'domain_not_usable' }]]);
  if (wanted.domain_id !== null && wanted.domain_id === wanted.spare_domain_id)
    problems.push(['spare_domain_id', [{ key: 'domain_repeated' }]]);
  return Object.fromEntries(problems);
}

/** For an earlier version of a campaign: domains that were removed since become the address of the installation. */
export async function withoutRemovedDomains<S extends Links>(db: Database, accountId: number, settings: S): Promise<S> {
  const ids = [settings.domain_id, settings.spare_domain_id].filter((id) => id !== null);
  if (ids.length === 0) return settings;
  const usable = (await listDomainsById(db, accountId, ids))
    .filter(({ status }) => ['active', 'failing'].includes(status))
    .map(({ id }) => id);
  const kept = (id: number | null) => (id !== null && usable.includes(id) ? id : null);
  return { ...settings, domain_id: kept(settings.domain_id), spare_domain_id: kept(settings.spare_domain_id) };
}

/** Hosts of the account's links, which a destination must not lead to. */
export const listDomainHosts = async (db: Database, accountId: number): Promise<string[]> =>
  (await listDomains(db, accountId)).map(({ host }) => host);
