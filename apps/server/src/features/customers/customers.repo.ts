import type { SortOrder } from '@poklik/contract/paging';
import { and, asc, desc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { billingDetails } from '../../stores/tables/billing.ts';
import { campaigns } from '../../stores/tables/campaigns.ts';
import { customerNotes, customerTags, sentEmails } from '../../stores/tables/customers/customers.ts';
import { users } from '../../stores/tables/users.ts';

interface Page {
  limit: number;
  offset: number;
  order: SortOrder;
}

const inOrder = ({ order }: Page) => (order === 'asc' ? asc : desc);

export async function listFilterValues(db: Database): Promise<{ tags: string[]; countries: string[] }> {
  const [tags, countries] = await Promise.all([
    db.selectDistinct({ tag: customerTags.tag }).from(customerTags).orderBy(customerTags.tag),
    db
      .selectDistinct({ country: billingDetails.country })
      .from(billingDetails)
      .where(ne(billingDetails.country, ''))
      .orderBy(billingDetails.country),
  ]);
  return { tags: tags.map(({ tag }) => tag), countries: countries.map(({ country }) => country) };
}

export const listTags = async (db: Database, accountId: number): Promise<string[]> =>
  (
    await db
      .select({ tag: customerTags.tag })
      .from(customerTags)
      .where(eq(customerTags.accountId, accountId))
      .orderBy(customerTags.tag)
  ).map(({ tag }) => tag);

export async function replaceTags(tx: Database, accountId: number, tags: readonly string[]): Promise<void> {
  await tx.delete(customerTags).where(eq(customerTags.accountId, accountId));
  if (tags.length > 0) await tx.insert(customerTags).values(tags.map((tag) => ({ accountId, tag })));
}

const selectNotes = (db: Database, condition: SQL | undefined) =>
  db
    .select({ note: customerNotes, author: { email: users.email, deletedAt: users.deletedAt } })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.authorId))
    .where(condition);

export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

export const listNotes = (db: Database, accountId: number, page: Page): Promise<NoteRow[]> =>
  selectNotes(db, eq(customerNotes.accountId, accountId))
    .orderBy(inOrder(page)(customerNotes.id))
    .limit(page.limit)
    .offset(page.offset);

export const countNotes = (db: Database, accountId: number): Promise<number> =>
  db.$count(customerNotes, eq(customerNotes.accountId, accountId));

export async function insertNote(
  tx: Database,
  { accountId, authorId, text }: { accountId: number; authorId: number; text: string },
): Promise<NoteRow> {
  const [inserted] = await tx
    .insert(customerNotes)
    .values({ accountId, authorId, text })
    .returning({ id: customerNotes.id });
  const [row] = await selectNotes(tx, eq(customerNotes.id, inserted?.id ?? 0));
  if (!row) throw new Error('insert returned no row');
  return row;
}

export const removeNote = async (tx: Database, accountId: number, id: number): Promise<boolean> =>
  (
    await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, id), eq(customerNotes.accountId, accountId)))
      .returning({ id: customerNotes.id })
  ).length > 0;

export const listSentEmails = (db: Database, accountId: number, page: Page) =>
  db
    .select({ sent: sentEmails, to: users.email })
    .from(sentEmails)
    .innerJoin(users, eq(users.id, sentEmails.userId))
    .where(eq(sentEmails.accountId, accountId))
    .orderBy(inOrder(page)(sentEmails.id))
    .limit(page.limit)
    .offset(page.offset);

export const countSentEmails = (db: Database, accountId: number): Promise<number> =>
  db.$count(sentEmails, eq(sentEmails.accountId, accountId));

const CAMPAIGN_SORTS = { created_at: campaigns.createdAt, name: campaigns.name, status: campaigns.status } as const;
const isOfAccount = (accountId: number) => and(eq(campaigns.accountId, accountId), isNull(campaigns.deletedAt));

export const listAccountCampaigns = (
  db: Database,
  accountId: number,
  { sort, ...page }: Page & { sort: keyof typeof CAMPAIGN_SORTS },
) =>
  db
    .select({
      id: campaigns.id,
      key: campaigns.key,
      name: campaigns.name,
      status: campaigns.status,
      createdAt: campaigns.createdAt,
      updatedAt: campaigns.updatedAt,
    })
    .from(campaigns)
    .where(isOfAccount(accountId))
    .orderBy(inOrder(page)(CAMPAIGN_SORTS[sort]), inOrder(page)(campaigns.id))
    .limit(page.limit)
    .offset(page.offset);

export const countAccountCampaigns = (db: Database, accountId: number): Promise<number> =>
  db.$count(campaigns, isOfAccount(accountId));
