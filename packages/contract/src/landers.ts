import * as z from 'zod/mini';
import { Tag } from './campaign-bulk.ts';
import { TAGS_MAX } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Done, Id, IdParams, line, PathNumber, paragraphs, Timestamp } from './fields.ts';
import { LANDER_CHECKS, LinkState } from './link-checks.ts';
import { page, pageQuery } from './paging.ts';
import { LANDER_SLOTS_MAX, LanderUrl } from './routing.ts';

export const LANDER_STATUSES = ['active', 'paused', 'archived'] as const;
export const LanderStatus = z.enum(LANDER_STATUSES);
export type LanderStatus = z.infer<typeof LanderStatus>;

export const LANDERS_MAX = 2_000;
export const LANDER_NAME_MAX = 128;

/** Everything but the name and the URL has a default. */
const settings = {
  name: line(2, LANDER_NAME_MAX),
  status: z._default(LanderStatus, 'active'),
  url: LanderUrl,
  /** How many links to offers the page has. */
  slots: z._default(z.int().check(z.minimum(1), z.maximum(LANDER_SLOTS_MAX)), 1),
  /** The campaign that counts visitors who come to the page without a tracking link; null counts none. */
  direct_campaign_id: z._default(z.nullable(Id), null),
  /** How often its URL is requested. */
  check: z._default(z.enum(LANDER_CHECKS), 'off'),
  tags: z._default(z.array(Tag).check(z.maxLength(TAGS_MAX)), []),
  notes: z._default(paragraphs(0, 2000), ''),
};
export const LanderSettings = z.object(settings);
export type LanderSettings = z.infer<typeof LanderSettings>;

/** `version` is the one the editor loaded, so a concurrent save is not overwritten. */
export const LanderBody = z.object({ ...settings, version: z.optional(z.int().check(z.positive())) });
export type LanderBody = z.infer<typeof LanderBody>;

export const Lander = z.object({
  ...settings,
  id: Id,
  /** In the links on the page: `/o/1?l=KEY`. It never changes. */
  key: z.string(),
  /**
   * The links for the page, one per slot, on each domain of the account; the first is the default. A page needs those of
   * the domain that its campaigns use; null is the address of the installation.
   */
  links: z.array(z.object({ domain_id: z.nullable(Id), host: z.string(), urls: z.array(z.string()) })),
  version: z.int(),
  /** Campaigns that lead to it. */
  campaigns: z.int(),
  /** Null until its URL is checked. */
  link: z.nullable(LinkState),
  /** Visitors of the last 30 days who followed a link of its page without a click, and where no campaign counts them. */
  unknown_visits: z.optional(z.int()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Lander = z.infer<typeof Lander>;

export const LanderVersion = z.object({
  version: z.int(),
  created_at: Timestamp,
  author: z.nullable(z.object({ id: Id, name: z.string(), email: z.string() })),
  settings: LanderSettings,
  /** Settings changed since the previous version; empty for the first. */
  changed: z.array(z.keyof(LanderSettings)),
});
export type LanderVersion = z.infer<typeof LanderVersion>;

/** A campaign that leads to a lander. */
export const LanderUse = z.object({ id: Id, name: z.string(), status: z.string() });
export type LanderUse = z.infer<typeof LanderUse>;

const one = z.object({ data: Lander });

export const landersApi = {
  list: endpoint({
    method: 'GET',
    path: '/landers',
    access: 'campaigns:read',
    summary: 'Lists landers.',
    query: z.object({
      ...pageQuery(['name', 'status', 'created_at']),
      /** In the name, key, URL and tags. */
      search: z.optional(line(0, LANDER_NAME_MAX)),
      /** All but archived ones if omitted. */
      status: z.optional(LanderStatus),
      tag: z.optional(Tag),
    }),
    response: page(Lander),
  }),
  get: endpoint({
    method: 'GET',
    path: '/landers/{id}',
    access: 'campaigns:read',
    summary: 'Returns a lander and the links for its page.',
    params: IdParams,
    response: one,
  }),
  create: endpoint({
    method: 'POST',
    path: '/landers',
    access: 'campaigns:write',
    feature: 'landers',
    summary: 'Creates a lander.',
    body: LanderBody,
    status: 201,
    response: one,
    errors: ['name_taken', 'limit_reached', 'forbidden'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/landers/{id}',
    access: 'campaigns:write',
    summary: 'Saves a lander as a new version. Links that lead to it follow within a second.',
    params: IdParams,
    body: LanderBody,
    response: one,
    errors: ['version_conflict', 'name_taken', 'in_use', 'limit_reached', 'forbidden'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/landers/{id}',
    access: 'campaigns:write',
    summary: 'Archives a lander. Where it is used, the lander `replacement_id` takes its place.',
    params: IdParams,
    query: z.object({ replacement_id: z.optional(IdParams.shape.id) }),
    response: Done,
    errors: ['in_use', 'forbidden'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/landers/{id}/check',
    access: 'campaigns:write',
    summary: 'Requests the URL of a lander now, and returns the lander with what was found.',
    params: IdParams,
    response: one,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/landers/{id}/versions',
    access: 'campaigns:read',
    summary: 'Lists the versions of a lander, newest first.',
    params: IdParams,
    query: z.object(pageQuery(['version'])),
    response: page(LanderVersion),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/landers/{id}/versions/{version}/restore',
    access: 'campaigns:write',
    summary: 'Restores an earlier version by saving it as a new one.',
    params: z.extend(IdParams, { version: PathNumber }),
    response: one,
    errors: ['name_taken', 'in_use', 'limit_reached', 'invalid_request', 'forbidden'],
  }),
  usedIn: endpoint({
    method: 'GET',
    path: '/landers/{id}/used_in',
    access: 'campaigns:read',
    summary: 'Lists the campaigns that lead to a lander.',
    params: IdParams,
    query: z.object(pageQuery(['name'])),
    response: page(LanderUse),
  }),
};
