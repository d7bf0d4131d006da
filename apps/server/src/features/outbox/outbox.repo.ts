import type { OutboxEmail } from '@poklik/contract/outbox';
import type { SortOrder } from '@poklik/contract/paging';
import { asc, desc } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { emails } from '../../stores/tables/notifications.ts';

export async function listEmails(
  db: Database,
  page: { limit: number; offset: number; order: SortOrder },
): Promise<OutboxEmail[]> {
  const direction = page.order === 'asc' ? asc : desc;
  const rows = await db
    .select()
    .from(emails)
    .orderBy(direction(emails.createdAt), direction(emails.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ id, recipient, subject, text, createdAt }) => ({
    id,
    to: recipient,
    subject,
    text,
    created_at: createdAt.toISOString(),
  }));
}

export const countEmails = (db: Database): Promise<number> => db.$count(emails);
