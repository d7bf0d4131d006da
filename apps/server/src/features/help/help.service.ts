import { AppError, invalidField } from '@poklik/contract/errors';
import {
  HELP_BYTES_PER_MONTH,
  HELP_FILE_BYTES_MAX,
  HELP_MESSAGES_MAX,
  HELP_MESSAGES_PER_DAY,
  HELP_REQUESTS_MAX,
  type HelpStatus,
  type NewHelpMessage,
  type NewHelpRequest,
} from '@poklik/contract/help';
import { helpFileKind, helpFileName } from '@poklik/domain/help/help-file';
import { statusAfterMessage, waitingSince } from '@poklik/domain/help/help-status';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { notifyOperators, notifyWithEmail } from '../notifications/notifications.service.ts';
import { impersonate } from '../users/users.service.ts';
import {
  countMessages,
  countSent,
  countUnclosed,
  findFile,
  findRequest,
  type HelpReader,
  type HelpRow,
  insertMessage,
  insertRequest,
  listFiles,
  listMessages,
  lockHelp,
  type NewFile,
  sumBytes,
  updateStatus,
} from './help.repo.ts';
import { toHelpThread } from './help.response.ts';
import { nameObject } from './help-objects.service.ts';

const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

export const isHelpOperator = ({ permissions }: Caller): boolean => permissions.includes('help:answer');

/** Members see their own requests, owners those of the account, operators all. */
export function helpReader(caller: Caller): HelpReader {
  if (isHelpOperator(caller)) return { accountId: null, authorId: null };
  return { accountId: caller.accountId, authorId: caller.teamRole === 'OWNER' ? null : caller.userId };
}

const screenOf = (id: number): string => `instructions?tab=help&id=${id}`;

async function getRequest(db: Database, caller: Caller, id: number): Promise<HelpRow> {
  const row = await findRequest(db, helpReader(caller), id);
  if (!row) throw new AppError('not_found');
  return row;
}

export async function getThread(db: Database, caller: Caller, id: number) {
  const row = await getRequest(db, caller, id);
  const messages = await listMessages(db, id);
  const files = await listFiles(
    db,
    messages.map(({ message }) => message.id),
  );
  return toHelpThread(row, { messages, files, isOperator: isHelpOperator(caller) });
}

/** Checked by content, because names say anything. */
function readFiles({ files = [] }: Pick<NewHelpMessage, 'files'>): NewFile[] {
  return files.map(({ name, content: base64 }, place) => {
    const content = Buffer.from(base64, 'base64');
    if (content.length > HELP_FILE_BYTES_MAX) throw invalidField(`files.${place}.content`, 'help_file_too_large');
    const kind = helpFileKind(name, content);
    if (kind === null) throw invalidField(`files.${place}.content`, { key: 'help_file_kind', values: { name } });
    return { name: helpFileName(name), kind, content };
  });
}

/** What one account can send, so that it cannot fill the disk or the operator's mailbox. */
async function requireCapacity(tx: Database, accountId: number, files: readonly NewFile[], now: Date): Promise<void> {
  await lockHelp(tx, accountId);
  if ((await countSent(tx, accountId, new Date(now.getTime() - DAY_MS))) >= HELP_MESSAGES_PER_DAY)
    throw invalidField('text', { key: 'help_messages_full', values: { max: HELP_MESSAGES_PER_DAY } });
  const sent = files.length === 0 ? 0 : await sumBytes(tx, accountId, new Date(now.getTime() - MONTH_MS));
  const added = files.reduce((sum, { content }) => sum + content.length, 0);
  if (sent + added > HELP_BYTES_PER_MONTH) throw invalidField('files', 'help_files_full');
}

export async function askForHelp(db: Database, caller: Caller, body: NewHelpRequest, now: Date) {
  const files = readFiles(body);
  const { subject, text, object = null } = body;
  const name = object === null ? null : await nameObject(db, caller, object);
  const id = await db.transaction(async (tx) => {
    await requireCapacity(tx, caller.accountId, files, now);
    if ((await countUnclosed(tx, caller.accountId)) >= HELP_REQUESTS_MAX)
      throw invalidField('subject', { key: 'help_requests_full', values: { max: HELP_REQUESTS_MAX } });
    const requestId = await insertRequest(tx, {
      ...{ accountId: caller.accountId, authorId: caller.userId, subject, status: 'open', waitingSince: now },
      ...{ objectKind: object?.kind ?? null, objectId: object?.id ?? null, objectName: name },
    });
    await insertMessage(tx, { requestId, authorId: caller.userId, isAnswer: false, text }, files);
    await notifyOperators(tx, 'help_asked', { id: requestId, subject }, screenOf(requestId));
    return requestId;
  });
  return getThread(db, caller, id);
}

/** Operators answer, customers go on asking. In their own account operators are customers. */
export async function addMessage(db: Database, caller: Caller, id: number, body: NewHelpMessage, now: Date) {
  const files = readFiles(body);
  await db.transaction(async (tx) => {
    const { request } = await getRequest(tx, caller, id);
    const isAnswer = request.accountId !== caller.accountId;
    if (isAnswer) await lockHelp(tx, request.accountId);
    else await requireCapacity(tx, request.accountId, files, now);
    if ((await countMessages(tx, id)) >= HELP_MESSAGES_MAX)
      throw invalidField('text', { key: 'help_thread_full', values: { max: HELP_MESSAGES_MAX } });
    await insertMessage(tx, { requestId: id, authorId: caller.userId, isAnswer, text: body.text }, files);
    await setRequestStatus(tx, caller, id, statusAfterMessage(isAnswer ? 'operator' : 'customer'), now);
    const values = { id, subject: request.subject };
    const author = { id: request.authorId, accountId: request.accountId };
    if (isAnswer) await notifyWithEmail(tx, author, 'help_answered', values, screenOf(id));
    else await notifyOperators(tx, 'help_asked', values, screenOf(id));
  });
  return getThread(db, caller, id);
}

async function setRequestStatus(tx: Database, caller: Caller, id: number, status: HelpStatus, now: Date) {
  const { request } = await getRequest(tx, caller, id);
  const since = waitingSince({ status: request.status, since: request.waitingSince }, status, now);
  await updateStatus(tx, id, status, since);
}

export async function changeStatus(db: Database, caller: Caller, id: number, status: 'open' | 'closed', now: Date) {
  await db.transaction(async (tx) => {
    const { request } = await getRequest(tx, caller, id);
    await lockHelp(tx, request.accountId);
    await setRequestStatus(tx, caller, id, status, now);
  });
  return getThread(db, caller, id);
}

export async function getFile(db: Database, caller: Caller, id: number, fileId: number) {
  await getRequest(db, caller, id);
  const file = await findFile(db, id, fileId);
  if (!file) throw new AppError('not_found');
  return { name: file.name, content: file.content.toString('base64') };
}

/** The existing session of an operator in a customer's account; the activity log has the number of the request. */
export async function lookAsAuthor(db: Database, caller: Caller, id: number): Promise<{ token: string }> {
  const { author } = await getRequest(db, caller, id);
  return impersonate(db, caller, author.id, { help_request: id });
}
