import { AppError, invalidField } from '@poklik/contract/errors';
import { type OutgoingSecret, SECRETS_MAX, type SecretForm } from '@poklik/contract/outgoing';
import type { Caller } from '../../../http/caller.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findSecretRows, listSecretRows, removeSecret, type SecretRow, upsertSecret } from './secrets.repo.ts';

/** A postback needs a secret that the account has not set. Retrying would not help. */
export class MissingSecret extends Error {}

type Tools = Pick<Services, 'db' | 'secrets'>;

/** The values of these secrets, by name. */
export async function openSecrets(
  { db, secrets }: Tools,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await findSecretRows(db, accountId, names);
  const missing = names.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined) throw new MissingSecret(`{secret.${missing}} is not set`);
  return new Map(rows.map(({ name, sealed }) => [name, secrets.open(sealed)]));
}

const toSecret = ({ name, updatedAt }: SecretRow): OutgoingSecret => ({ name, updated_at: updatedAt.toISOString() });

export const listSecretNames = async ({ db }: Tools, { accountId }: Caller): Promise<OutgoingSecret[]> =>
  (await listSecretRows(db, accountId)).map(toSecret);

const auditEvent = (caller: Caller, action: string, name: string) => ({
  actor: caller.userId,
  impersonator: caller.impersonation?.operatorId ?? null,
  account: caller.accountId,
  action: `secret.${action}`,
  entity: `secret:${name}`,
  ip: caller.ip,
});

/** The value is never returned or logged. */
export const saveSecret = ({ db, secrets }: Tools, caller: Caller, { name, value }: SecretForm) =>
  db.transaction(async (tx): Promise<OutgoingSecret> => {
    const { accountId } = caller;
    const row = await upsertSecret(tx, { accountId, name, sealed: secrets.seal(value) });
    if ((await listSecretRows(tx, accountId)).length > SECRETS_MAX)
      throw invalidField('name', { key: 'secrets_max', values: { max: SECRETS_MAX } });
    await recordAudit(tx, auditEvent(caller, 'saved', name));
    return toSecret(row);
  });

export const deleteSecret = ({ db }: Tools, caller: Caller, name: string): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await removeSecret(tx, caller.accountId, name))) throw new AppError('not_found');
    await recordAudit(tx, auditEvent(caller, 'deleted', name));
  });
