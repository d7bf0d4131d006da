import * as z from 'zod/mini';
import { CampaignSettings } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { CalendarDay, Id, IdParams, Timestamp } from './fields.ts';
import { fewNextTargets, floorsLeaveRoom } from './routing.ts';

/** Days of one replay. */
export const REPLAY_DAYS_MAX = 92;
/** More clicks than this are sampled by their ID. */
export const REPLAY_CLICKS_MAX = 1_000_000;
export const REPLAY_MOVES_MAX = 50;

/** The part of the settings that decides where visitors go. */
const routed = z.pick(CampaignSettings, {
  default_url: true,
  destinations: true,
  optimise: true,
  rules: true,
  timezone: true,
});
export const ReplaySettings = routed.check(fewNextTargets, floorsLeaveRoom);
export type ReplaySettings = z.infer<typeof ReplaySettings>;

const Place = z.object({ kind: z.enum(['url', 'offer', 'lander']), name: z.string() });
export type ReplayPlace = z.infer<typeof Place>;

export const ReplayReport = z.object({
  /** Of the period that followed the rules; `sampled` of them were replayed. */
  clicks: z.int(),
  sampled: z.int(),
  /** Replayed clicks that would go elsewhere. */
  moved: z.int(),
  /** The largest moves. */
  moves: z.array(z.object({ from: Place, to: Place, clicks: z.int() })),
  /** Rules that match no click, counted from 1. */
  unmatched: z.array(z.object({ rule: z.int(), name: z.string() })),
  /** In the base currency. Null without access to money. */
  amounts: z.nullable(
    z.object({
      /** What the clicks brought. */
      before: z.string(),
      /** What they would have brought, with an interval of 90 %. Null if history says too little. */
      after: z.nullable(z.object({ value: z.string(), low: z.string(), high: z.string() })),
    }),
  ),
  /** Share of the moved clicks that would go where no history says what they bring, out of 1. */
  without_history: z.number(),
});
export type ReplayReport = z.infer<typeof ReplayReport>;

export const REPLAY_STATES = ['waiting', 'done', 'failed'] as const;
export const Replay = z.object({
  id: Id,
  campaign_id: Id,
  state: z.enum(REPLAY_STATES),
  start_date: CalendarDay,
  end_date: CalendarDay,
  created_at: Timestamp,
  /** Null until it is done. */
  report: z.nullable(ReplayReport),
});
export type Replay = z.infer<typeof Replay>;

const CAMPAIGN_BYTES_MAX = 4 * 1024 * 1024;

export const replaysApi = {
  create: endpoint({
    method: 'POST',
    path: '/companies/{id}/replay',
    access: 'statistics:read',
    summary: 'Runs recorded clicks of a campaign through other settings, without saving these.',
    params: IdParams,
    body: z.object({ settings: ReplaySettings, start_date: CalendarDay, end_date: CalendarDay }),
    bodyBytesMax: CAMPAIGN_BYTES_MAX,
    status: 202,
    response: z.object({ data: Replay }),
    errors: ['export_in_progress'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/replays/{id}',
    access: 'statistics:read',
    summary: 'Returns a replay and its report. Replays are kept for a week.',
    params: IdParams,
    response: z.object({ data: Replay }),
  }),
};
