import { BASE_CURRENCY } from '@poklik/contract/money';
import { TASKS, type Tasks } from '@poklik/contract/overview-business';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Database } from '../../stores/postgres.ts';
import { getListTotal, type ListTotal } from './customer-lists.repo.ts';
import { getWaiting, WAITING, type Waiting } from './overview.repo.ts';
import { momentsOf, utcToday } from './overview-days.service.ts';

type Task = Tasks['tasks'][number];

const WITHOUT_AMOUNT: ReadonlySet<Task['task']> = new Set([
  'quota_reached',
  'same_person',
  'sign_ups_from_network',
  'failing_cards',
  'help_requests',
]);

/** What waits for the operator. */
export async function getTasks(db: Database, now: Date): Promise<Tasks> {
  const today = utcToday(now);
  const scope = { ...momentsOf({ start: today, end: today }), accountIds: [] };
  const waiting = await getWaiting(db);
  const tasks = await Promise.all(
    TASKS.map(async (task) => {
      return toTask(task, isWaiting(task) ? waiting[task] : await getListTotal(db, task, scope));
    }),
  );
  return { currency: BASE_CURRENCY, tasks: tasks.filter(({ count }) => count > 0) };
}

const isWaiting = (task: Task['task']): task is keyof Waiting => WAITING.some((each) => each === task);

const toTask = (task: Task['task'], { count, amountMinor, since }: ListTotal): Task => ({
  task,
  count,
  amount: WITHOUT_AMOUNT.has(task) ? null : fromMinor(amountMinor),
  since: since?.toISOString() ?? null,
});
