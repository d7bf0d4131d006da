import {
  type ConversionTypeSettings,
  type ListedConversionType,
  STANDARD_TYPES,
} from '@poklik/contract/conversion-types';
import { AppError } from '@poklik/contract/errors';
import { parseTypeColumn } from '@poklik/contract/type-columns';
import { type TypeSettings, withUnlisted } from '@poklik/domain/conversion-types/conversion-types';
import { fromMicro, toMicro } from '@poklik/domain/money/amount';
import type { Caller } from '../../http/caller.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { TypeRules } from '../../stats/metrics-sources.ts';
import { lockConversions } from '../../stores/locks/conversions-lock.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { recountOffersOf } from '../offer-caps/offer-caps.service.ts';
import { listTypes, lockTypes, replaceTypes } from './conversion-types.repo.ts';

/** Which types reports leave out. */
export async function getTypeRules(db: Database, accountId: number): Promise<TypeRules> {
  const types = await listTypes(db, accountId);
  const codesWithout = (property: 'isConversion' | 'isRevenue'): string[] =>
    types.filter((type) => !type[property]).map(({ code }) => code);
  return { notConversions: codesWithout('isConversion'), notRevenue: codesWithout('isRevenue') };
}

export const getTypes = async (db: Database, accountId: number): Promise<ListedConversionType[]> =>
  (await listTypes(db, accountId)).map(toListedType);

/** The list applies to the whole account, so members with selected campaigns or without money can't change it. */
export function setTypes(
  db: Database,
  caller: Caller,
  types: readonly ConversionTypeSettings[],
): Promise<ListedConversionType[]> {
  const { accountId, campaignIds, canSeeMoney, userId, impersonation, ip } = caller;
  if (campaignIds !== null || !canSeeMoney) throw new AppError('forbidden');
  const rows = types.map(toRow);
  return db.transaction(async (tx) => {
    // Before the other lock, as when conversions are recorded.
    await lockConversions(tx);
    await lockTypes(tx, accountId);
    const before = await listTypes(tx, accountId);
    await replaceTypes(tx, accountId, rows);
    await recountOffersOf(tx, accountId, rows);
    await recordAudit(tx, {
      actor: userId,
      impersonator: impersonation?.operatorId ?? null,
      account: accountId,
      ip,
      action: 'conversion_types.updated',
      entity: `account:${accountId}`,
      ...changedTypes(before, rows),
    });
    return rows.map(toListedType);
  });
}

/** Types that postbacks brought are listed, so that they can be named and switched. */
export async function listUnknownTypes(tx: Database, accountId: number, codes: readonly string[]): Promise<void> {
  await lockTypes(tx, accountId);
  const types = await listTypes(tx, accountId);
  const all = withUnlisted(types, codes);
  if (all.length > types.length) await replaceTypes(tx, accountId, all);
}

const toRow = (type: ConversionTypeSettings): TypeSettings => ({
  code: type.code,
  name: type.name,
  isConversion: type.is_conversion,
  isRevenue: type.is_revenue,
  payoutMicro: type.payout === null ? null : toMicro(type.payout),
  currency: type.currency,
  dedupeMode: type.dedupe_mode,
});

const toListedType = (type: TypeSettings, position: number): ListedConversionType => ({
  code: type.code,
  name: type.name,
  is_conversion: type.isConversion,
  is_revenue: type.isRevenue,
  payout: type.payoutMicro === null ? null : fromMicro(type.payoutMicro),
  currency: type.currency,
  dedupe_mode: type.dedupeMode,
  position,
});

/** Each changed type as one line. */
function changedTypes(before: readonly TypeSettings[], after: readonly TypeSettings[]) {
  const texts = (types: readonly TypeSettings[]) =>
    new Map(types.map((type, place) => [type.code, describe(toListedType(type, place))]));
  const [earlier, later] = [texts(before), texts(after)];
  const changed = [...new Set([...earlier.keys(), ...later.keys()])].filter(
    (code) => earlier.get(code) !== later.get(code),
  );
  const pick = (from: ReadonlyMap<string, string>) =>
    Object.fromEntries(changed.flatMap((code) => (from.has(code) ? [[code, from.get(code)]] : [])));
  return { before: pick(earlier), after: pick(later) };
}

function describe({ name, is_conversion, is_revenue, payout, currency, dedupe_mode, position }: ListedConversionType) {
  const parts = [
    `${position + 1}.`,
    ...(name === '' ? [] : [name]),
    `conversion ${is_conversion ? 'yes' : 'no'}`,
    `revenue ${is_revenue ? 'yes' : 'no'}`,
    ...(payout === null ? [] : [`payout ${payout} ${currency}`]),
    ...(dedupe_mode === null ? [] : [`repeated ${dedupe_mode}`]),
  ];
  return parts.join(' ');
}

/** Names of columns in exports. */
export function typeColumnNames(types: readonly TypeSettings[], t: Translate): (id: string) => string {
  const nameOf = (code: string): string => {
    const name = types.find((type) => type.code === code)?.name ?? '';
    if (name !== '') return name;
    const standard = STANDARD_TYPES.find((each) => each === code);
    return standard ? t(`statistics:conversion_type.${standard}`) : code;
  };
  return (id) => {
    const column = parseTypeColumn(id);
    if (column === null) return id;
    if (column.per !== null) return `${nameOf(column.code)} / ${nameOf(column.per)}`;
    return `${nameOf(column.code)}: ${t(`statistics:type_metric.${column.metric ?? 'conversions'}`)}`;
  };
}
