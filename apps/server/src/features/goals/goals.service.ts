import { ConversionType } from '@poklik/contract/conversion-values';
import { AppError, invalidField } from '@poklik/contract/errors';
import type { Goal, NewGoal } from '@poklik/contract/goals';
import { LANDERS_DEEP_MAX } from '@poklik/contract/routing';
import { isGoalCode, parseTypeColumn } from '@poklik/contract/type-columns';
import { numberGoals } from '@poklik/domain/goals/goals';
import * as z from 'zod/mini';
import type { Caller } from '../../http/caller.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { TypeMatch } from '../../stats/type-places.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listTypes } from '../conversion-types/conversion-types.repo.ts';
import { typeColumnNames } from '../conversion-types/conversion-types.service.ts';
import { listGoals, lockGoals, replaceGoals } from './goals.repo.ts';

/** What reaches the goals that are asked for, by their codes. */
export async function getGoalMatches(
  db: Database,
  accountId: number,
  codes: readonly string[],
): Promise<ReadonlyMap<string, TypeMatch>> {
  if (!codes.some(isGoalCode)) return new Map();
  const goals = await listGoals(db, accountId);
  return new Map(goals.map(({ number, kind, match }) => [`goal_${number}`, { kind, name: match }]));
}

/** Names of columns in exports. */
export async function loadTypeColumnNames(
  db: Database,
  accountId: number,
  t: Translate,
): Promise<(id: string) => string> {
  const [types, goals] = await Promise.all([listTypes(db, accountId), listGoals(db, accountId)]);
  const typeName = typeColumnNames(types, t);
  return (id) => {
    const { code, metric } = parseTypeColumn(id) ?? { code: '', metric: null };
    const goal = isGoalCode(id.replace(/_rate$/, '')) && goals.find(({ number }) => code === `goal_${number}`);
    if (!goal) return typeName(id);
    return metric === 'cr' ? `${goal.name}: ${t('statistics:type_metric.cr')}` : goal.name;
  };
}

/** The list applies to the whole account, so members with selected campaigns can't change it. */
export function setGoals(db: Database, caller: Caller, list: readonly NewGoal[]): Promise<Goal[]> {
  const { accountId, campaignIds, userId, impersonation, ip } = caller;
  if (campaignIds !== null) throw new AppError('forbidden');
  const goals = numberGoals(list.map(toGoal));
  return db.transaction(async (tx) => {
    await lockGoals(tx, accountId);
    const before = await listGoals(tx, accountId);
    await replaceGoals(tx, accountId, goals);
    await recordAudit(tx, {
      actor: userId,
      impersonator: impersonation?.operatorId ?? null,
      account: accountId,
      ip,
      action: 'goals.updated',
      entity: `account:${accountId}`,
      ...changedGoals(before, goals),
    });
    return goals;
  });
}

const STEP = new RegExp(`^[1-${LANDERS_DEEP_MAX}]$`);

/** Codes of conversion types are in lower case, as those of postbacks. */
function toGoal({ match, ...goal }: NewGoal, place: number): NewGoal {
  if (goal.kind === 'event') return { ...goal, match };
  if (goal.kind === 'step') {
    if (!STEP.test(match))
      throw invalidField(`goals.${place}.match`, { key: 'goal_step', values: { max: LANDERS_DEEP_MAX } });
    return { ...goal, match };
  }
  const type = z.safeParse(ConversionType, match);
  if (!type.success) throw invalidField(`goals.${place}.match`, 'conversion_type');
  return { ...goal, match: type.data };
}

/** Each changed goal as one line. */
function changedGoals(before: readonly Goal[], after: readonly Goal[]) {
  const texts = (goals: readonly Goal[]) =>
    new Map(goals.map(({ number, name, kind, match }) => [`goal_${number}`, `${name}: ${kind} ${match}`]));
  const [earlier, later] = [texts(before), texts(after)];
  const changed = [...new Set([...earlier.keys(), ...later.keys()])].filter(
    (code) => earlier.get(code) !== later.get(code),
  );
  const pick = (from: ReadonlyMap<string, string>) =>
    Object.fromEntries(changed.flatMap((code) => (from.has(code) ? [[code, from.get(code)]] : [])));
  return { before: pick(earlier), after: pick(later) };
}
