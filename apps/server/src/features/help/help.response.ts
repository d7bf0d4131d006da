import type { HelpMessage, HelpRequest, HelpThread } from '@poklik/contract/help';
import type { FileRow, HelpRow, MessageRow } from './help.repo.ts';

export const toHelpRequest = ({ request, author }: HelpRow): HelpRequest => ({
  ...{ id: request.id, subject: request.subject, status: request.status, author },
  object:
    request.objectKind !== null && request.objectId !== null && request.objectName !== null
      ? { kind: request.objectKind, id: request.objectId, name: request.objectName }
      : null,
  created_at: request.createdAt.toISOString(),
  updated_at: request.updatedAt.toISOString(),
});

/** Customers don't see which operator answered. */
export const toHelpThread = (
  row: HelpRow,
  { messages, files, isOperator }: { messages: readonly MessageRow[]; files: readonly FileRow[]; isOperator: boolean },
): HelpThread => ({
  ...toHelpRequest(row),
  messages: messages.map(
    ({ message, author }): HelpMessage => ({
      id: message.id,
      from: message.isAnswer ? 'operator' : 'customer',
      author: message.isAnswer && !isOperator ? null : author.name || author.email,
      text: message.text,
      created_at: message.createdAt.toISOString(),
      files: files
        .filter(({ messageId }) => messageId === message.id)
        .map(({ id, name, kind, bytes }) => ({ id, name, kind, bytes })),
    }),
  ),
});
