import { AppError, invalidField } from '@poklik/contract/errors';
import type { NewTariff } from '@poklik/contract/tariffs';
import { FREE_TARIFF } from '@poklik/domain/tariffs/limits';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import {
  archiveTariff,
  findTariff,
  insertTariff,
  isCodeTaken,
  listTariffs,
  type TariffRow,
  updateTariff,
} from './tariffs.repo.ts';

export async function getTariffByCode(db: Database, code: string): Promise<TariffRow> {
  const tariff = (await listTariffs(db, null)).find((each) => each.code === code);
  if (!tariff) throw new AppError('not_found');
  return tariff;
}

export async function getTariffById(db: Database, id: number): Promise<TariffRow> {
  const tariff = await findTariff(db, id);
  if (!tariff) throw new AppError('not_found');
  return tariff;
}

type Operator = Pick<Caller, 'userId' | 'ip'>;

export const createTariff = (db: Database, operator: Operator, tariff: NewTariff): Promise<TariffRow> =>
  db.transaction(async (tx) => {
    await requireUnusedCode(tx, tariff.code, null);
    const added = await getTariffById(tx, await insertTariff(tx, tariff));
    await recordTariffAudit(tx, { operator, action: 'tariff.created', before: null, after: added });
    return added;
  });

export const changeTariff = (
  db: Database,
  operator: Operator,
  id: number,
  { is_archived: isArchived, ...tariff }: NewTariff & { is_archived: boolean },
): Promise<TariffRow> =>
  db.transaction(async (tx) => {
    const before = await getTariffById(tx, id);
    await requireUnusedCode(tx, tariff.code, id);
    // Every account falls back to the free tariff by its code, so it must stay free and active.
    if (before.code === FREE_TARIFF && (tariff.code !== FREE_TARIFF || isArchived || !/^0+(\.0+)?$/.test(tariff.price)))
      throw new AppError('tariff_in_use');
    await updateTariff(tx, id, tariff, isArchived);
    const after = await getTariffById(tx, id);
    await recordTariffAudit(tx, { operator, action: 'tariff.changed', before, after });
    return after;
  });

export const retireTariff = (db: Database, operator: Operator, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const tariff = await getTariffById(tx, id);
    if (tariff.code === FREE_TARIFF) throw new AppError('tariff_in_use');
    await archiveTariff(tx, id);
    await recordTariffAudit(tx, {
      operator,
      action: 'tariff.archived',
      before: tariff,
      after: await getTariffById(tx, id),
    });
  });

async function requireUnusedCode(tx: Database, code: string, except: number | null): Promise<void> {
  if (await isCodeTaken(tx, code, except)) throw invalidField('code', 'tariff_code_taken');
}

const asText = (minor: bigint | null): string | null => (minor === null ? null : String(minor));

const toAuditValues = ({ priceMinor, yearPriceMinor, overagePriceMinor, ...tariff }: TariffRow): object => ({
  ...{ ...tariff, priceMinor: String(priceMinor), yearPriceMinor: asText(yearPriceMinor) },
  overagePriceMinor: asText(overagePriceMinor),
});

interface TariffAudit {
  operator: Operator;
  action: string;
  before: TariffRow | null;
  after: TariffRow;
}

const recordTariffAudit = (tx: Database, { operator, action, before, after }: TariffAudit) =>
  recordAudit(tx, {
    actor: operator.userId,
    account: null,
    action,
    entity: `tariff:${after.id}`,
    before: before && toAuditValues(before),
    after: toAuditValues(after),
    ip: operator.ip,
  });
