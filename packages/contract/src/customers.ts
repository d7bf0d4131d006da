import * as z from 'zod/mini';
import { CampaignStatus } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Done, Id, IdParams, line, PathNumber, paragraphs, Timestamp } from './fields.ts';
import { page, pageQuery } from './paging.ts';
import { UserStatus } from './profile.ts';
import { TeamRole } from './roles.ts';
import { BillingPeriod } from './subscription-terms.ts';

export const TAG_MAX = 32;
export const TAGS_MAX = 20;
export const NOTE_MAX = 5000;

/** A label of the operator. Lower case, so that one word is one tag. */
export const CustomerTag = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(TAG_MAX), z.regex(/^[^\p{Cc}\p{Cs},]*$/u, 'tag'));

const CustomerTags = z.array(CustomerTag).check(z.maxLength(TAGS_MAX));

/** Typed tags, separated by commas. */
export const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** The form's shape. */
export const CustomerTagsForm = z.object({
  tags: z.string().check(z.refine((text) => CustomerTags.safeParse(splitTags(text)).success, { error: 'tags' })),
});

export const USAGE_LEVELS = ['80', '100'] as const;
export const INACTIVE_DAYS = ['7', '30', '90'] as const;

/** Filters of the customer list, as in its URL. Those from `tariff` on find account owners only. */
export const CUSTOMER_FILTERS = {
  search: z.optional(line(0, 128)),
  status: z.optional(UserStatus),
  /** Whether the email is verified. */
  verified: z.optional(z.enum(['yes', 'no'])),
  /** ID of a plan. */
  tariff: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  /** As in the billing details. */
  country: z.optional(line(1, 60)),
  tag: z.optional(CustomerTag),
  /** Percent of the event quota that is used, or more. */
  usage: z.optional(z.enum(USAGE_LEVELS)),
  /** Days without activity. */
  inactive: z.optional(z.enum(INACTIVE_DAYS)),
  /** Whether a renewal is unpaid. */
  dunning: z.optional(z.enum(['yes', 'no'])),
};
export const CustomerFilter = z.object(CUSTOMER_FILTERS);
export type CustomerFilter = z.infer<typeof CustomerFilter>;

/** What the operator's list says about an account. Usage is copied once an hour. */
export const CustomerFigures = z.object({
  /** Monthly run rate of the subscription. */
  mrr: z.string(),
  /** All revenue of the ledger, without tax. */
  revenue: z.string(),
  balance: z.string(),
  currency: z.string(),
  /** Events of the calendar month in UTC that count toward the plan, and how many are included. */
  events: z.nullable(z.int()),
  events_limit: z.nullable(z.int()),
  /** Not archived. */
  campaigns: z.int(),
  last_activity_at: z.nullable(Timestamp),
  country: z.nullable(z.string()),
  tags: z.array(z.string()),
  past_due: z.boolean(),
});
export type CustomerFigures = z.infer<typeof CustomerFigures>;

/** Limits that replace those of the plan for a while; null leaves the plan's. */
export const LIMIT_NAMES = ['events', 'campaigns', 'seats', 'blacklist', 'domains'] as const;

const limit = (max: number) => z.nullable(z.int().check(z.minimum(0), z.maximum(max)));
const count = limit(1_000_000);
const Limits = z.object({
  events: limit(1_000_000_000_000),
  campaigns: count,
  seats: count,
  blacklist: count,
  domains: count,
});

export const CustomerLimits = z.extend(Limits, {
  /** Last day, in UTC. */
  until: CalendarDay,
  reason: line(3, 300),
});
export type CustomerLimits = z.infer<typeof CustomerLimits>;

/** The operator's page about one customer. */
export const Customer = z.object({
  account_id: Id,
  company: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  messenger: z.nullable(z.string()),
  locale: z.string(),
  timezone: z.string(),
  referred_by: z.nullable(z.object({ id: Id, email: z.string() })),
  subscription: z.nullable(
    z.object({
      status: z.enum(['active', 'past_due', 'ended']),
      period: BillingPeriod,
      starts_at: Timestamp,
      ends_at: z.nullable(Timestamp),
      grace_until: z.nullable(Timestamp),
    }),
  ),
  limits: z.nullable(CustomerLimits),
  team: z.array(
    z.object({
      /** Null until an invitation is accepted. */
      user_id: z.nullable(Id),
      email: z.string(),
      role: TeamRole,
      last_login_at: z.nullable(Timestamp),
      totp_enabled: z.boolean(),
    }),
  ),
});
export type Customer = z.infer<typeof Customer>;

export const CustomerCampaign = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  status: CampaignStatus,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type CustomerCampaign = z.infer<typeof CustomerCampaign>;

export const CustomerNote = z.object({
  id: Id,
  text: z.string(),
  /** Null if the author's account is closed. */
  author: z.nullable(z.string()),
  created_at: Timestamp,
});
export type CustomerNote = z.infer<typeof CustomerNote>;
export const NewCustomerNote = z.object({ text: paragraphs(1, NOTE_MAX) });

/** An email that was sent, without its text: links in it are secrets. */
export const SentEmail = z.object({
  id: Id,
  to: z.string(),
  kind: z.string(),
  subject: z.string(),
  result: z.enum(['sent', 'stored', 'failed']),
  created_at: Timestamp,
});
export type SentEmail = z.infer<typeof SentEmail>;

const NoteParams = z.object({ id: PathNumber, note_id: PathNumber });

/** Everything else about one customer. `{id}` is the ID of any user of the account. */
export const customersApi = {
  filters: endpoint({
    method: 'GET',
    path: '/users/filters',
    access: 'users:read',
    summary: 'Lists the tags and countries of customers.',
    response: z.object({ data: z.object({ tags: z.array(z.string()), countries: z.array(z.string()) }) }),
  }),
  campaigns: endpoint({
    method: 'GET',
    path: '/users/{id}/campaigns',
    access: 'users:read',
    summary: 'Lists an account’s campaigns, newest first.',
    params: IdParams,
    query: z.object(pageQuery(['created_at', 'name', 'status'])),
    response: page(CustomerCampaign),
  }),
  emails: endpoint({
    method: 'GET',
    path: '/users/{id}/emails',
    access: 'users:read',
    summary: 'Lists the emails sent to the users of an account, newest first, without their text.',
    params: IdParams,
    query: z.object(pageQuery(['created_at'])),
    response: page(SentEmail),
  }),
  notes: endpoint({
    method: 'GET',
    path: '/users/{id}/notes',
    access: 'users:read',
    summary: 'Lists the operator’s notes about an account, newest first. The customer never sees them.',
    params: IdParams,
    query: z.object(pageQuery(['created_at'])),
    response: page(CustomerNote),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/users/{id}/notes',
    access: 'users:write',
    summary: 'Adds a note about an account.',
    params: IdParams,
    body: NewCustomerNote,
    status: 201,
    response: z.object({ data: CustomerNote }),
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/users/{id}/notes/{note_id}',
    access: 'users:write',
    summary: 'Deletes a note about an account.',
    params: NoteParams,
    response: Done,
    errors: ['not_found'],
  }),
  setTags: endpoint({
    method: 'PUT',
    path: '/users/{id}/tags',
    access: 'users:write',
    summary: 'Replaces the tags of an account. The customer never sees them.',
    params: IdParams,
    body: z.object({ tags: CustomerTags }),
    response: z.object({ data: z.array(z.string()) }),
  }),
};
