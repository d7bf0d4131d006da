import { AppError, type FieldProblem, invalidField } from '@poklik/contract/errors';
import { NETWORKS_MAX, type NetworkBody, type NetworkSignature } from '@poklik/contract/networks';
import { parseIpRange } from '@poklik/domain/ip/ip-range';
import { EMPTY_MAPPING, mappingOf } from '@poklik/domain/networks/network-templates';
import type { Caller } from '../../http/caller.ts';
import { generatePostbackKey } from '../../secret.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { findOfferedTemplate } from '../network-templates/network-templates.service.ts';
import { notifyTrackersOfNetwork } from '../offers/offers.repo.ts';
import {
  countNetworks,
  countNetworksWithName,
  findNetwork,
  insertNetwork,
  listNetworkIds,
  lockNetworks,
  type NetworkRow,
  notifyTrackers,
  removeNetwork,
  replaceAccountKey,
  updateNetwork,
} from './networks.repo.ts';

/** A network serves all campaigns of the account. */
export function requireWholeAccount({ campaignIds }: Caller): void {
  if (campaignIds !== null) throw new AppError('forbidden');
}

export async function getNetwork(db: Database, { accountId }: Pick<Caller, 'accountId'>, id: number) {
  const row = await findNetwork(db, accountId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

function withLock<T>(db: Database, caller: Caller, work: (tx: Database) => Promise<T>): Promise<T> {
  requireWholeAccount(caller);
  return db.transaction(async (tx) => {
    await lockNetworks(tx, caller.accountId);
    const result = await work(tx);
    await notifyTrackers(tx, caller.accountId);
    return result;
  });
}

export const createNetwork = (db: Database, caller: Caller, body: NetworkBody): Promise<NetworkRow> =>
  withLock(db, caller, async (tx) => {
    const { accountId } = caller;
    const { template: code = null } = body;
    const template = code === null ? undefined : await findOfferedTemplate(tx, code);
    if (code !== null && !template) throw invalidField('template', 'template_unknown');
    if ((await countNetworks(tx, accountId)) >= NETWORKS_MAX)
      throw invalidField('name', { key: 'network_limit', values: { max: NETWORKS_MAX } });
    await requireUnusedName(tx, accountId, body.name, 0);
    const row = await insertNetwork(tx, {
      ...{ accountId, template: code, key: generatePostbackKey() },
      clickParam: template?.click_param ?? null,
      mapping: template ? mappingOf(template) : EMPTY_MAPPING,
      defaultCurrency: template?.default_currency ?? null,
      ...toColumns(body, null),
      name: body.name,
    });
    await recordNetworkAudit(tx, caller, 'network.created', { id: row.id, after: auditValues(row) });
    return row;
  });

export const changeNetwork = (db: Database, caller: Caller, id: number, body: NetworkBody): Promise<NetworkRow> =>
  withLock(db, caller, async (tx) => {
    const before = await getNetwork(tx, caller, id);
    const { template: code } = body;
    if (code != null && code !== before.template && !(await findOfferedTemplate(tx, code)))
      throw invalidField('template', 'template_unknown');
    await requireUnusedName(tx, caller.accountId, body.name, id);
    const row = await updateNetwork(tx, id, toColumns(body, before.signature));
    if (row.name !== before.name) await notifyTrackersOfNetwork(tx, id);
    await recordNetworkAudit(tx, caller, 'network.changed', {
      ...{ id, before: auditValues(before), after: auditValues(row) },
    });
    return row;
  });

export const deleteNetwork = (db: Database, caller: Caller, id: number): Promise<void> =>
  withLock(db, caller, async (tx) => {
    const before = await getNetwork(tx, caller, id);
    await removeNetwork(tx, caller.accountId, id);
    await recordNetworkAudit(tx, caller, 'network.deleted', { id, before: auditValues(before) });
  });

export const rotateNetworkKey = (db: Database, caller: Caller, id: number): Promise<NetworkRow> =>
  withLock(db, caller, async (tx) => {
    const { key } = await getNetwork(tx, caller, id);
    const row = await updateNetwork(tx, id, {
      ...{ key: generatePostbackKey(), previousKey: key, keyReplacedAt: new Date() },
    });
    await recordNetworkAudit(tx, caller, 'network.key_replaced', { id });
    return row;
  });

export const rotateAccountKey = (db: Database, caller: Caller): Promise<void> =>
  withLock(db, caller, async (tx) => {
    await replaceAccountKey(tx, caller.accountId, generatePostbackKey());
    await recordAudit(tx, {
      ...auditEvent(caller),
      action: 'account.postback_key_replaced',
      entity: `account:${caller.accountId}`,
    });
  });

async function requireUnusedName(tx: Database, accountId: number, name: string, exceptId: number): Promise<void> {
  if ((await countNetworksWithName(tx, accountId, name, exceptId)) > 0)
    throw new AppError('name_taken', { fields: { name: [{ key: 'network_name_taken' }] } });
}

/** Only what the body has. */
function toColumns(body: NetworkBody, signature: NetworkSignature | null) {
  const problems: Record<string, FieldProblem[]> = {
    ...((body.ips ?? []).every((text) => parseIpRange(text) !== null) ? {} : { ips: [{ key: 'not_an_address' }] }),
  };
  const wanted = body.signature && { ...body.signature, ...keptSecret(body.signature, signature) };
  if (wanted && wanted.scheme !== 'sig_ts' && wanted.secret === undefined)
    problems['signature.secret'] = [{ key: 'signature_secret_missing' }];
  if (Object.keys(problems).length > 0) throw new AppError('invalid_request', { fields: problems });
  const columns = {
    name: body.name,
    template: body.template,
    clickParam: body.click_param,
    mapping: body.mapping,
    ips: body.ips,
    signature: wanted,
    defaultCurrency: body.default_currency,
    notes: body.notes,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<NetworkRow>;
}

const keptSecret = ({ secret }: NetworkSignature, before: NetworkSignature | null): { secret?: string } => {
  const kept = secret ?? before?.secret;
  return kept === undefined ? {} : { secret: kept };
};

const auditEvent = ({ userId, impersonation, accountId, ip }: Caller) => ({
  actor: userId,
  impersonator: impersonation?.operatorId ?? null,
  account: accountId,
  ip,
});

export const recordNetworkAudit = (
  tx: Database,
  caller: Caller,
  action: string,
  { id, before, after }: { id: number; before?: object; after?: object },
): Promise<void> =>
  recordAudit(tx, {
    ...auditEvent(caller),
    action,
    entity: `network:${id}`,
    before: before ?? null,
    after: after ?? null,
  });

const auditValues = ({ name, template, clickParam, mapping, ips, signature, defaultCurrency }: NetworkRow) => ({
  ...{ name, template, clickParam, mapping, ips, defaultCurrency },
  signature: signature?.scheme,
});

type Chosen = { network_id: number | null };

/** For a campaign: a newly chosen network must be the account's. */
export async function findNetworkProblems(
  db: Database,
  accountId: number,
  { network_id: id }: Chosen,
  before: Chosen | null,
): Promise<Record<string, FieldProblem[]>> {
  if (id === null || id === before?.network_id) return {};
  return (await listNetworkIds(db, accountId, [id])).length > 0 ? {} : { network_id: [{ key: 'network_unknown' }] };
}

/** For an earlier version of a campaign, whose network may be gone. */
export async function withoutRemovedNetwork<S extends Chosen>(
  db: Database,
  accountId: number,
  settings: S,
): Promise<S> {
  const { network_id: id } = settings;
  if (id === null) return settings;
  return (await listNetworkIds(db, accountId, [id])).length > 0 ? settings : { ...settings, network_id: null };
}
