import { AppError, invalidField } from '@poklik/contract/errors';
import type { Cell } from '@poklik/domain/csv/csv-text';
import type { Caller } from '../../http/caller.ts';
import { ROWS_PER_CHUNK, streamCsv } from '../../http/streams/csv-stream.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { readBatches } from '../../stores/snapshot.ts';
import { toListedUser } from './user.response.ts';
import { countUsers, listUsersById, type UserFilter, userIdsQuery } from './users.repo.ts';

const EXPORT_ROWS_MAX = 100_000;

const COLUMNS = [
  ...['id', 'email', 'name', 'company', 'role', 'status', 'verified', 'team_of', 'tariff', 'country', 'tags'],
  ...['mrr', 'revenue', 'balance', 'currency', 'events', 'events_limit', 'campaigns', 'past_due'],
  ...['last_activity', 'last_login', 'created'],
];

/** CSV of exactly the users that the list finds, newest first. */
export async function exportUsers(
  { db, exportPool }: Pick<Services, 'db' | 'exportPool'>,
  caller: Caller,
  filter: UserFilter,
): Promise<AsyncIterable<string>> {
  if (!caller.canExport) throw new AppError('forbidden');
  // A truncated file would be mistaken for a complete one.
  if ((await countUsers(db, filter)) > EXPORT_ROWS_MAX)
    throw invalidField('search', { key: 'export_rows_max', values: { max: EXPORT_ROWS_MAX } });
  const t = translator(caller.language);
  const rows = readBatches(exportPool, userIdsQuery(db, filter, { sort: 'created_at', order: 'desc' }), {
    size: ROWS_PER_CHUNK,
    read: async (tx, ids: string[]) =>
      (await listUsersById(tx, ids.map(Number))).map((row) => toCsvRow(toListedUser(row, caller.language), t)),
  });
  return streamCsv(
    COLUMNS.map((name) => t(`users.column.${name}`)),
    rows,
    caller.language,
  );
}

function toCsvRow(user: ReturnType<typeof toListedUser>, t: Translate): Cell[] {
  const { customer } = user;
  const figures = customer
    ? [
        ...[customer.mrr, customer.revenue, customer.balance, customer.currency, customer.events],
        ...[customer.events_limit, customer.campaigns, t(`users.${customer.past_due ? 'yes' : 'no'}`)],
        customer.last_activity_at,
      ]
    : COLUMNS.slice(COLUMNS.indexOf('mrr'), COLUMNS.indexOf('last_login')).map(() => null);
  return [
    ...[user.id, user.email, user.name, user.company, t(`users.role.${user.role}`), t(`users.status.${user.status}`)],
    user.email_verified_at,
    user.owner.id === user.id ? null : user.owner.email,
    ...[user.tariff?.name ?? null, customer?.country ?? null, customer?.tags.join(', ') ?? null],
    ...figures,
    ...[user.last_login_at, user.created_at],
  ];
}
