import { AppError } from '@poklik/contract/errors';
import type { NewTariff } from '@poklik/contract/tariffs';
import { FREE_TARIFF, type TariffLimits } from '@poklik/domain/tariffs/limits';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  archiveTariff,
  findTariff,
  getFreeTariff,
  getLimits,
  getTariffOf,
  insertTariff,
  isCodeTaken,
  listTariffs,
  lockAccount,
  setTariffOf,
  type TariffRow,
  updateTariff,
} from './tariffs.repo.ts';

export { findTariff, getTariffTerm, type TariffRow } from './tariffs.repo.ts';

export const limitsOf = (db: Database, accountId: number): Promise<TariffLimits> => getLimits(db, accountId);

/** For those who are about to use more: what they count after this stays true until their transaction ends. */
export async function lockedLimitsOf(tx: Database, accountId: number): Promise<TariffLimits> {
  await lockAccount(tx, accountId);
  return getLimits(tx, accountId);
}

/** For those who are about to change the tariff of an account. */
export const lockTariffOf = (tx: Database, accountId: number) => lockAccount(tx, accountId);

export const tariffOf = (db: Database, accountId: number): Promise<TariffRow> => getTariffOf(db, accountId);

export const freeTariff = (db: Database): Promise<TariffRow> => getFreeTariff(db);

export const moveToTariff = (tx: Database, accountId: number, tariffId: number) => setTariffOf(tx, accountId, tariffId);

export async function tariffByCode(db: Database, code: string): Promise<TariffRow> {
  const tariff = (await listTariffs(db, null)).find((each) => each.code === code);
  if (!tariff) throw new AppError('not_found');
  return tariff;
}

export async function tariffById(db: Database, id: number): Promise<TariffRow> {
  const tariff = await findTariff(db, id);
  if (!tariff) throw new AppError('not_found');
  return tariff;
}

type Operator = Pick<Caller, 'userId' | 'ip'>;

export const addTariff = (db: Database, operator: Operator, tariff: NewTariff): Promise<TariffRow> =>
  db.transaction(async (tx) => {
    await refuseTakenCode(tx, tariff.code, null);
    const added = await tariffById(tx, await insertTariff(tx, tariff));
    await audit(tx, operator, 'tariff.created', null, added);
    return added;
  });

export const changeTariff = (
  db: Database,
  operator: Operator,
  id: number,
  { is_archived: isArchived, ...tariff }: NewTariff & { is_archived: boolean },
): Promise<TariffRow> =>
  db.transaction(async (tx) => {
    const before = await tariffById(tx, id);
    await refuseTakenCode(tx, tariff.code, id);
    // Everybody falls back on it, by its code, and nobody can be asked to pay for that.
    if (before.code === FREE_TARIFF && (tariff.code !== FREE_TARIFF || isArchived || !/^0+(\.0+)?$/.test(tariff.price)))
      throw new AppError('tariff_in_use');
    await updateTariff(tx, id, tariff, isArchived);
    const after = await tariffById(tx, id);
    await audit(tx, operator, 'tariff.changed', before, after);
    return after;
  });

export const retireTariff = (db: Database, operator: Operator, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const tariff = await tariffById(tx, id);
    if (tariff.code === FREE_TARIFF) throw new AppError('tariff_in_use');
    await archiveTariff(tx, id);
    await audit(tx, operator, 'tariff.archived', tariff, await tariffById(tx, id));
  });

async function refuseTakenCode(tx: Database, code: string, except: number | null): Promise<void> {
  if (await isCodeTaken(tx, code, except))
    throw new AppError('invalid_request', { fields: { code: [{ key: 'tariff_code_taken' }] } });
}

const written = (tariff: TariffRow): object => ({ ...tariff, priceMinor: String(tariff.priceMinor) });

const audit = (tx: Database, operator: Operator, action: string, before: TariffRow | null, after: TariffRow) =>
  recordAudit(tx, {
    actor: operator.userId,
    account: null,
    action,
    entity: `tariff:${after.id}`,
    before: before && written(before),
    after: written(after),
    ip: operator.ip,
  });
