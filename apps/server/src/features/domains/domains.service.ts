import type { DomainSettings } from '@poklik/contract/domains';
import { AppError } from '@poklik/contract/errors';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { getLimitsForUpdate } from '../billing/billing.service.ts';
import { readHost } from './domain-host.ts';
import {
  clearDefault,
  countOwnDomains,
  type DomainRow,
  findDomain,
  insertDomain,
  insertGivenDomain,
  isHostAdded,
  listDomains,
  notifyTrackers,
  removeAllDomains,
  toColumns,
  updateDomain,
} from './domains.repo.ts';
import { displayHost } from './link-origins.service.ts';
import { givenLabel, ownershipValue } from './ownership-value.ts';

type Tools = Pick<Services, 'db' | 'config' | 'secrets'>;
type Author = Pick<Caller, 'accountId' | 'userId' | 'ip'>;

/** The account's domains. Its given domain is created when it is first needed. */
export async function listAccountDomains({ db, config, secrets }: Tools, { accountId }: Author): Promise<DomainRow[]> {
  if (!config.trackingZone) return [];
  const host = `${givenLabel(secrets, accountId)}.${config.trackingZone.zone}`;
  const rows = await listDomains(db, accountId);
  if (rows.some((row) => row.host === host)) return rows;
  await db.transaction(async (tx) => {
    const id = await insertGivenDomain(tx, {
      accountId,
      host,
      ownershipValue: ownershipValue(secrets, accountId, host),
    });
    if (id !== null) await notifyTrackers(tx, id);
  });
  return listDomains(db, accountId);
}

/** Domains that campaigns may use. */
export const listUsableDomains = async (tools: Tools, author: Author) =>
  (await listAccountDomains(tools, author))
    .filter(isServing)
    .map(({ id, host, isDefault }) => ({ id, name: displayHost(host), is_default: isDefault }));

/** Its first check is due at once. */
export async function addDomain({ db, config, secrets }: Tools, author: Author, text: string): Promise<DomainRow> {
  const { trackingZone } = config;
  if (!trackingZone) throw new AppError('domains_off');
  const host = readHost(text, trackingZone);
  const { accountId } = author;
  return db.transaction(async (tx) => {
    const { domainsMax } = await getLimitsForUpdate(tx, accountId);
    if (await isHostAdded(tx, accountId, host)) throw new AppError('domain_exists');
    if (roomLeft(domainsMax, await countOwnDomains(tx, accountId)) < 1) throw new AppError('tariff_limit_reached');
    const row = await insertDomain(tx, {
      accountId,
      host,
      kind: 'own',
      status: 'pending',
      ownershipValue: ownershipValue(secrets, accountId, host),
      nextCheckAt: new Date(),
    });
    await recordDomainAudit(tx, author, { action: 'domain.added', domain: row, after: { host } });
    await notifyTrackers(tx, row.id);
    return row;
  });
}

export async function getDomain(db: Database, accountId: number | null, id: number): Promise<DomainRow> {
  const row = await findDomain(db, accountId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

export const isServing = ({ status }: DomainRow): boolean => status === 'active' || status === 'failing';

export const changeDomain = (
  { db }: Tools,
  author: Author,
  id: number,
  { is_default, ...settings }: DomainSettings,
): Promise<DomainRow> =>
  db.transaction(async (tx) => {
    // Also serializes changes of the default.
    await getLimitsForUpdate(tx, author.accountId);
    const before = await getDomain(tx, author.accountId, id);
    if (is_default && !isServing(before)) throw new AppError('domain_not_active');
    const change = toColumns(settings);
    const after = { ...before, ...change };
    if (after.rootMode === 'redirect' && after.rootUrl === null)
      throw new AppError('invalid_request', { fields: { root_url: [{ key: 'domain_root_url' }] } });
    if (is_default) await clearDefault(tx, author.accountId);
    const isDefault = is_default === undefined ? {} : { isDefault: is_default };
    if (Object.keys({ ...change, ...isDefault }).length > 0) await updateDomain(tx, id, { ...change, ...isDefault });
    const row = await getDomain(tx, author.accountId, id);
    await recordDomainAudit(tx, author, {
      action: 'domain.changed',
      domain: row,
      before: auditValues(before),
      after: auditValues(row),
    });
    await notifyTrackers(tx, id);
    return row;
  });

/** For an account that is being closed. */
export async function removeAccountDomains(tx: Database, accountId: number): Promise<void> {
  for (const id of await removeAllDomains(tx, accountId)) await notifyTrackers(tx, id);
}

const auditValues = ({ isDefault, rootMode, rootText, rootUrl, notFoundUrl }: DomainRow) => ({
  isDefault,
  rootMode,
  rootText,
  rootUrl,
  notFoundUrl,
});

interface DomainAudit {
  action: string;
  domain: Pick<DomainRow, 'id' | 'accountId'>;
  before?: object;
  after?: object;
}

/** `author` is null for changes by the system. */
export const recordDomainAudit = (
  tx: Database,
  author: Pick<Author, 'userId' | 'ip'> | null,
  { action, domain, before, after }: DomainAudit,
) =>
  recordAudit(tx, {
    actor: author?.userId ?? null,
    account: domain.accountId,
    action,
    entity: `domain:${domain.id}`,
    before: before ?? null,
    after: after ?? null,
    ip: author?.ip ?? null,
  });
