import type { Movement } from '@poklik/contract/overview-business';
import type { SortOrder } from '@poklik/contract/paging';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import type { Moments } from './business.repo.ts';

export interface MovementFilter extends Moments {
  movement: Movement | undefined;
}

const isWithin = ({ from, until, movement }: MovementFilter): SQL => sql`
  h.movement is not null and h.at >= ${from} and h.at < ${until} and ${movement ? sql`h.movement = ${movement}` : sql`true`}`;

export interface ListedMovement extends Record<string, unknown> {
  userId: number;
  email: string;
  name: string;
  at: string;
  movement: Movement;
  tariff: Record<'ua' | 'ru' | 'en', string>;
  period: 'month' | 'year';
  invoiceId: number | null;
  arr: string;
  /** The sum of this row and those before it, of the same movement. */
  running: string;
}

export async function listMovements(
  db: Database,
  filter: MovementFilter,
  page: { limit: number; offset: number; sort: 'at' | 'amount'; order: SortOrder },
): Promise<ListedMovement[]> {
  const direction = page.order === 'asc' ? sql`asc` : sql`desc`;
  const by = page.sort === 'amount' ? sql`h.change_minor` : sql`h.at`;
  const { rows } = await db.execute<ListedMovement>(sql`
    select u.id::int as "userId", u.email, u.name, h.at, h.movement, t.name as tariff, h.period, h.invoice_id::int as "invoiceId",
      h.change_minor as arr, h.running
    from (select h.*, sum(h.change_minor) over (partition by h.movement order by h.at, h.account_id, h.version) as running
      from subscription_history h where ${isWithin(filter)}) h
    join tariffs t on t.id = h.tariff_id
    join team_members m on m.account_id = h.account_id and m.role = 'OWNER' join users u on u.id = m.user_id
    order by ${by} ${direction}, h.account_id ${direction}, h.version ${direction} limit ${page.limit} offset ${page.offset}`);
  return rows;
}
