import type { HelpFileKind, HelpStatus } from '@poklik/contract/help';
import { and, asc, desc, eq, gte, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../stores/contains-pattern.ts';
import type { Database } from '../../stores/postgres.ts';
import { helpFiles, helpMessages, helpRequests } from '../../stores/tables/customers/help.ts';
import { users } from '../../stores/tables/users.ts';

/** Whose requests someone can read; null for all. */
export interface HelpReader {
  accountId: number | null;
  authorId: number | null;
}

export interface HelpFilter {
  status?: HelpStatus | undefined;
  search?: string | undefined;
}

const isVisible = ({ accountId, authorId }: HelpReader): SQL | undefined =>
  and(
    accountId === null ? undefined : eq(helpRequests.accountId, accountId),
    authorId === null ? undefined : eq(helpRequests.authorId, authorId),
  );

function matches(reader: HelpReader, { status, search }: HelpFilter): SQL | undefined {
  const pattern = containsPattern(search ?? '');
  return and(
    isVisible(reader),
    status === undefined ? undefined : eq(helpRequests.status, status),
    search
      ? or(
          sql`${helpRequests.subject} ilike ${pattern}`,
          sql`${users.email} ilike ${pattern}`,
          sql`${users.name} ilike ${pattern}`,
          sql`${helpRequests.id}::text = ${search.replace(/^#/, '')}`,
        )
      : undefined,
  );
}

const select = (db: Database) =>
  db
    .select({ request: helpRequests, author: { id: users.id, email: users.email, name: users.name } })
    .from(helpRequests)
    .innerJoin(users, eq(users.id, helpRequests.authorId));

export type HelpRow = Awaited<ReturnType<typeof select>>[number];

/** What waits longest for an answer comes first, then what changed last. */
const UNANSWERED_FIRST = [sql`${helpRequests.waitingSince} asc nulls last`, desc(helpRequests.updatedAt)];

export function listRequests(
  db: Database,
  reader: HelpReader,
  {
    limit,
    offset,
    order,
    ...filter
  }: HelpFilter & { limit: number; offset: number; order: 'unanswered' | 'asc' | 'desc' },
): Promise<HelpRow[]> {
  const byTime = order === 'asc' ? asc : desc;
  return select(db)
    .where(matches(reader, filter))
    .orderBy(...(order === 'unanswered' ? UNANSWERED_FIRST : [byTime(helpRequests.updatedAt)]), byTime(helpRequests.id))
    .limit(limit)
    .offset(offset);
}

export async function countRequests(db: Database, reader: HelpReader, filter: HelpFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(helpRequests)
    .innerJoin(users, eq(users.id, helpRequests.authorId))
    .where(matches(reader, filter));
  return row?.count ?? 0;
}

export const findRequest = async (db: Database, reader: HelpReader, id: number): Promise<HelpRow | null> =>
  (await select(db).where(and(eq(helpRequests.id, id), isVisible(reader))))[0] ?? null;

export const listMessages = (db: Database, requestId: number) =>
  db
    .select({ message: helpMessages, author: { email: users.email, name: users.name } })
    .from(helpMessages)
    .innerJoin(users, eq(users.id, helpMessages.authorId))
    .where(eq(helpMessages.requestId, requestId))
    .orderBy(asc(helpMessages.id));

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

/** Without their content. */
export const listFiles = (db: Database, messageIds: readonly number[]) =>
  db
    .select({
      id: helpFiles.id,
      messageId: helpFiles.messageId,
      name: helpFiles.name,
      kind: helpFiles.kind,
      bytes: helpFiles.bytes,
    })
    .from(helpFiles)
    .where(inArray(helpFiles.messageId, [...messageIds]))
    .orderBy(asc(helpFiles.id));

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

export async function findFile(db: Database, requestId: number, fileId: number) {
  const [file] = await db
    .select({ name: helpFiles.name, content: helpFiles.content })
    .from(helpFiles)
    .innerJoin(helpMessages, eq(helpMessages.id, helpFiles.messageId))
    .where(and(eq(helpFiles.id, fileId), eq(helpMessages.requestId, requestId)));
  return file ?? null;
}

/** Serializes what an account sends until the transaction ends, so that its limits hold. */
export const lockHelp = (tx: Database, accountId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('help'), ${accountId}::int)`);

export const countUnclosed = (db: Database, accountId: number): Promise<number> =>
  db.$count(helpRequests, and(eq(helpRequests.accountId, accountId), ne(helpRequests.status, 'closed')));

export const countMessages = (db: Database, requestId: number): Promise<number> =>
  db.$count(helpMessages, eq(helpMessages.requestId, requestId));

export async function countSent(db: Database, accountId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(helpMessages)
    .innerJoin(helpRequests, eq(helpRequests.id, helpMessages.requestId))
    .where(
      and(eq(helpRequests.accountId, accountId), eq(helpMessages.isAnswer, false), gte(helpMessages.createdAt, since)),
    );
  return row?.count ?? 0;
}

export async function sumBytes(db: Database, accountId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${helpFiles.bytes}), 0)` })
    .from(helpFiles)
    .innerJoin(helpMessages, eq(helpMessages.id, helpFiles.messageId))
    .innerJoin(helpRequests, eq(helpRequests.id, helpMessages.requestId))
    .where(
      and(eq(helpRequests.accountId, accountId), eq(helpMessages.isAnswer, false), gte(helpMessages.createdAt, since)),
    );
  return Number(row?.sum ?? 0);
}

export async function insertRequest(tx: Database, values: typeof helpRequests.$inferInsert): Promise<number> {
  const [row] = await tx.insert(helpRequests).values(values).returning({ id: helpRequests.id });
  if (!row) throw new Error('insert returned no row');
  return row.id;
}

export interface NewFile {
  name: string;
  kind: HelpFileKind;
  content: Buffer;
}

export async function insertMessage(
  tx: Database,
  values: typeof helpMessages.$inferInsert,
  files: readonly NewFile[],
): Promise<void> {
  const [row] = await tx.insert(helpMessages).values(values).returning({ id: helpMessages.id });
  if (!row) throw new Error('insert returned no row');
  for (const file of files)
    await tx.insert(helpFiles).values({ ...file, messageId: row.id, bytes: file.content.length });
}

export const updateStatus = (tx: Database, id: number, status: HelpStatus, waitingSince: Date | null) =>
  tx.update(helpRequests).set({ status, waitingSince, updatedAt: sql`now()` }).where(eq(helpRequests.id, id));
