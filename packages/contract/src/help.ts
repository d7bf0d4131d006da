import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, PathNumber, paragraphs, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';

export const HELP_SUBJECT_MIN = 3;
export const HELP_SUBJECT_MAX = 120;
export const HELP_TEXT_MAX = 5000;
export const HELP_FILES_MAX = 3;
export const HELP_FILE_BYTES_MAX = 5 * 1024 * 1024;
/** Requests of an account that are not closed. */
export const HELP_REQUESTS_MAX = 20;
export const HELP_MESSAGES_MAX = 200;
/** Of the customer, within a day. */
export const HELP_MESSAGES_PER_DAY = 30;
/** Of the customer’s files, within 30 days. */
export const HELP_BYTES_PER_MONTH = 100 * 1024 * 1024;

/** `open` waits for the operator, `waiting` for the customer. */
export const HELP_STATUSES = ['open', 'waiting', 'closed'] as const;
export const HelpStatus = z.enum(HELP_STATUSES);
export type HelpStatus = z.infer<typeof HelpStatus>;

export const HELP_OBJECT_KINDS = ['campaign', 'click', 'invoice'] as const;
export const HelpObjectKind = z.enum(HELP_OBJECT_KINDS);
export type HelpObjectKind = z.infer<typeof HelpObjectKind>;

export const HELP_FILE_KINDS = ['png', 'jpeg', 'pdf', 'csv', 'txt'] as const;
export const HelpFileKind = z.enum(HELP_FILE_KINDS);
export type HelpFileKind = z.infer<typeof HelpFileKind>;

/** What a request is about. */
const objectOfRequest = { kind: HelpObjectKind, id: z.string().check(z.regex(/^[0-9a-z]{1,38}$/, 'help_object')) };
export const HelpObject = z.object(objectOfRequest);
export type HelpObject = z.infer<typeof HelpObject>;

export const HelpRequest = z.object({
  id: Id,
  subject: z.string(),
  status: HelpStatus,
  /** With the name that it had. */
  object: z.nullable(z.object({ ...objectOfRequest, name: z.string() })),
  author: z.object({ id: Id, email: z.string(), name: z.string() }),
  created_at: Timestamp,
  /** When the last message was sent, or the status changed. */
  updated_at: Timestamp,
});
export type HelpRequest = z.infer<typeof HelpRequest>;

export const HelpFile = z.object({ id: Id, name: z.string(), kind: HelpFileKind, bytes: z.int() });
export type HelpFile = z.infer<typeof HelpFile>;

export const HelpMessage = z.object({
  id: Id,
  from: z.enum(['customer', 'operator']),
  /** Null for customers if the operator wrote it. */
  author: z.nullable(z.string()),
  text: z.string(),
  created_at: Timestamp,
  files: z.array(HelpFile),
});
export type HelpMessage = z.infer<typeof HelpMessage>;

export const HelpThread = z.extend(HelpRequest, { messages: z.array(HelpMessage) });
export type HelpThread = z.infer<typeof HelpThread>;

const base64BytesMax = (bytes: number): number => Math.ceil(bytes / 3) * 4 + 4;

const NewHelpFile = z.object({
  name: line(1, 150),
  /** Base64 of a PNG, JPEG, PDF, CSV or TXT. */
  content: z.base64().check(z.maxLength(base64BytesMax(HELP_FILE_BYTES_MAX))),
});

const message = {
  text: paragraphs(1, HELP_TEXT_MAX),
  files: z.optional(z.array(NewHelpFile).check(z.maxLength(HELP_FILES_MAX))),
};
export const NewHelpMessage = z.object(message);
export type NewHelpMessage = z.infer<typeof NewHelpMessage>;

const subject = line(HELP_SUBJECT_MIN, HELP_SUBJECT_MAX);
export const NewHelpRequest = z.object({ subject, object: z.optional(z.nullable(HelpObject)), ...message });
export type NewHelpRequest = z.infer<typeof NewHelpRequest>;

/** The form's fields; the object is typed or chosen, files are kept next to it. */
export const HelpRequestForm = z
  .object({
    subject,
    about: z.union([z.literal('nothing'), HelpObjectKind]),
    object: z.string(),
    text: message.text,
  })
  .check(
    z.refine(({ about, object }) => about === 'nothing' || HelpObject.shape.id.safeParse(object.trim()).success, {
      path: ['object'],
      error: 'help_object',
    }),
  );
export const HelpMessageForm = z.object({ text: message.text });

/** Three files of the largest size, and the text. */
const BODY_BYTES_MAX = HELP_FILES_MAX * base64BytesMax(HELP_FILE_BYTES_MAX) + 256 * 1024;

export const helpApi = {
  list: endpoint({
    method: 'GET',
    path: '/help_requests',
    access: 'help:write',
    summary:
      'Lists your help requests; account owners see those of their team, operators everyone’s, unanswered first.',
    query: z.object({
      ...pageQuery(['updated_at']),
      status: z.optional(HelpStatus),
      /** Part of the subject, of the author’s name or email, or the number of the request. */
      search: z.optional(line(0, 64)),
    }),
    response: page(HelpRequest),
  }),
  get: endpoint({
    method: 'GET',
    path: '/help_requests/{id}',
    access: 'help:write',
    summary: 'Returns a help request with its messages.',
    params: IdParams,
    response: z.object({ data: HelpThread }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/help_requests',
    access: 'help:write',
    summary: 'Asks the operator for help, about a campaign, a click or an invoice if you like, with up to three files.',
    body: NewHelpRequest,
    bodyBytesMax: BODY_BYTES_MAX,
    status: 201,
    response: z.object({ data: HelpThread }),
  }),
  addMessage: endpoint({
    method: 'POST',
    path: '/help_requests/{id}/messages',
    access: 'help:write',
    summary: 'Adds a message to a help request. A customer’s message opens it again, an operator’s is the answer.',
    params: IdParams,
    body: NewHelpMessage,
    bodyBytesMax: BODY_BYTES_MAX,
    status: 201,
    response: z.object({ data: HelpThread }),
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/help_requests/{id}',
    access: 'help:write',
    summary: 'Closes a help request or opens it again.',
    params: IdParams,
    body: z.object({ status: z.enum(['open', 'closed']) }),
    response: z.object({ data: HelpThread }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/help_requests/{id}/files/{file_id}',
    access: 'help:write',
    summary: 'Downloads a file of a help request.',
    params: z.object({ id: PathNumber, file_id: PathNumber }),
    kind: 'file',
    response: z.object({ name: z.string(), content: z.string() }),
  }),
  look: endpoint({
    method: 'POST',
    path: '/help_requests/{id}/look',
    access: 'help:answer',
    summary:
      'Logs you in as the author of a help request. The customer is notified, and the activity log names the request.',
    params: IdParams,
    response: z.object({ token: z.string() }),
    errors: ['impersonation_refused', 'account_blocked'],
  }),
};

/** Links in announcement emails. */
const unsubscribeParams = z.object({ subscriber: z.string().check(z.regex(/^[1-9]\d{0,14}-[\w-]{43}$/)) });

export const unsubscribeApi = {
  open: endpoint({
    method: 'GET',
    path: '/unsubscribe/{subscriber}',
    access: 'public',
    summary: 'Redirects a link of an announcement email to the page that stops them.',
    params: unsubscribeParams,
    kind: 'redirect',
    response: z.string(),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/unsubscribe/{subscriber}',
    access: 'public',
    summary: 'Stops announcement emails, for mail programs with one click (RFC 8058) and for the page.',
    params: unsubscribeParams,
    response: Done,
  }),
};
