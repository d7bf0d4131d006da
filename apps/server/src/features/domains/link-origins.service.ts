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

/** The base of links that belong to no campaign: the account's default domain, or the address of the installation. */
export async function findDefaultOrigin(db: Database, config: Config, accountId: number): Promise<string> {
  const domain = (await listDomains(db, accountId)).find(({ isDefault }) => isDefault);
  return domain === undefined ? config.trackingUrl : domainUrl(domain, config);
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
