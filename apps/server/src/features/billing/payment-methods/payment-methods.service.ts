import { AppError } from '@poklik/contract/errors';
import { CHARGE_CONSENT_VERSION, type PaymentMethod } from '@poklik/contract/payment-methods';
import type { Caller } from '../../../http/caller.ts';
import type { LiveProviders } from '../../../payments/configured-provider.ts';
import type { PaymentProvider, SavedCard } from '../../../payments/provider.ts';
import { generateSecret } from '../../../secret.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { enqueue } from '../../../stores/queue.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getCurrency, getDatabaseTime, getUserEmail, isEmailVerified, lockAccount } from '../accounts.repo.ts';
import { toPaymentMethod } from './payment-method.response.ts';
import {
  clearSealed,
  eraseMethods,
  findPaymentMethod,
  insertPaymentMethod,
  listMethodsById,
  listPaymentMethods,
  lockUnconfirmedMethod,
  nextPosition,
  type PaymentMethodRow,
  updatePaymentMethod,
} from './payment-methods.repo.ts';

/** Keeps who agreed, to which text and from where, before the page of the provider is opened. */
export const prepareMethod = (
  tx: Database,
  { accountId, userId, language, ip }: Caller,
  { provider, reference }: { provider: PaymentProvider['name']; reference: string },
) =>
  insertPaymentMethod(tx, {
    ...{ accountId, userId, provider, reference },
    consent: { version: CHARGE_CONSENT_VERSION, language, ip, at: new Date().toISOString() },
  });

/** Opens the page that saves a card and charges nothing. */
export async function addPaymentMethod(
  { db, config, log }: Services,
  provider: PaymentProvider | null,
  caller: Caller,
): Promise<string> {
  if (!provider?.can.setUp) throw new AppError('card_payments_off');
  if (!(await isEmailVerified(db, caller.userId))) throw new AppError('email_not_verified');
  const reference = generateSecret().secret;
  await prepareMethod(db, caller, { provider: provider.name, reference });
  const screen = `${config.publicUrl}/${caller.language}/profile?tab=billing`;
  try {
    return await provider.setUp({
      reference,
      email: await getUserEmail(db, caller.userId),
      language: caller.language,
      currency: await getCurrency(db, caller.accountId),
      ...{ successUrl: screen, failedUrl: screen },
    });
  } catch (error) {
    log.error({ err: error, provider: provider.name }, 'opening the page that saves a card failed');
    throw new AppError('provider_unavailable');
  }
}

/** Saves the card that the provider reported. A card that was saved before is replaced and keeps its place. */
export async function confirmMethod(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  reference: string,
  card: SavedCard,
): Promise<void> {
  const { token, fingerprint, ...known } = card;
  await retryTransaction(db, async (tx) => {
    const waiting = await lockUnconfirmedMethod(tx, reference);
    if (!waiting) return;
    const { id, accountId, userId } = waiting;
    await lockAccount(tx, accountId);
    const print = fingerprint === null ? null : secrets.fingerprint(fingerprint);
    const saved = await listPaymentMethods(tx, accountId);
    const same = saved.find((row) => print !== null && row.fingerprint === print);
    const position = same?.position ?? (await nextPosition(tx, accountId));
    if (same) await forgetMethod(tx, same);
    const values = {
      ...known,
      sealed: secrets.seal(token),
      fingerprint: print,
      position,
      confirmedAt: await getDatabaseTime(tx),
    };
    await updatePaymentMethod(tx, id, values);
    await recordMethodAudit(tx, { accountId, userId, ip: waiting.consent.ip }, 'added', { ...waiting, ...values });
  });
}

export async function makeMethodFirst(db: Database, caller: Caller, id: number): Promise<PaymentMethod[]> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const rows = await listPaymentMethods(tx, caller.accountId);
    const first = rows.find((row) => row.id === id);
    if (!first) throw new AppError('not_found');
    const ordered = [first, ...rows.filter((row) => row !== first)];
    for (const [place, row] of ordered.entries()) await updatePaymentMethod(tx, row.id, { position: place + 1 });
    await recordMethodAudit(tx, caller, 'made_first', first);
    return ordered.map(toPaymentMethod);
  });
}

export const removePaymentMethod = (db: Database, caller: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const method = await findPaymentMethod(tx, caller.accountId, id);
    if (!method) throw new AppError('not_found');
    await forgetMethod(tx, method);
    await recordMethodAudit(tx, caller, 'removed', method);
  });

/** For an account that is being closed. */
export async function removeAllMethods(tx: Database, accountId: number): Promise<void> {
  for (const method of await listPaymentMethods(tx, accountId)) await forgetMethod(tx, method);
  await eraseMethods(tx, accountId);
}

/** From now on it is not charged; the job makes it unusable at the provider too. */
async function forgetMethod(tx: Database, { id }: PaymentMethodRow): Promise<void> {
  await updatePaymentMethod(tx, id, { removedAt: new Date() });
  await enqueue(tx, 'forget_payment_method', { id });
}

/** Runs as a job, so it is repeated while the provider is down. */
export async function forgetAtProvider(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  providers: LiveProviders,
  id: number,
): Promise<void> {
  const [method] = await listMethodsById(db, [id]);
  if (!method?.sealed || method.removedAt === null) return;
  await providers.find(method.provider)?.forget(secrets.open(method.sealed));
  await clearSealed(db, id);
}

const recordMethodAudit = (
  tx: Database,
  { accountId, userId, ip }: Pick<Caller, 'accountId' | 'userId' | 'ip'>,
  event: string,
  { id, brand, last4, consent }: PaymentMethodRow,
) =>
  recordAudit(tx, {
    actor: userId,
    account: accountId,
    action: `payment_method.${event}`,
    entity: `payment_method:${id}`,
    after: { brand, last4, ...(event === 'added' ? { consent: consent.version, language: consent.language } : {}) },
    ip,
  });
