import * as z from 'zod/mini';
import { Timestamp } from './fields.ts';
import { overviewDays } from './overview-business.ts';

export const SERVICE_CHECKS = [
  'event_log_lag',
  'queue',
  'failed_postbacks',
  'unrecorded',
  'disk',
  'certificates',
  'backup',
] as const;
export type ServiceCheck = (typeof SERVICE_CHECKS)[number];

/** `unknown` while nothing can be measured. */
export const CheckState = z.enum(['ok', 'warning', 'danger', 'unknown']);
export type CheckState = z.infer<typeof CheckState>;

const ServiceStep = z.object({
  at: Timestamp,
  /** Null for a time without any process. */
  redirects_per_second: z.nullable(z.number()),
  p99_ms: z.nullable(z.number()),
});
export type ServiceStep = z.infer<typeof ServiceStep>;

/** UTC days, both inclusive; the last 24 hours without them. */
export const serviceQuery = z.object(overviewDays);

/** What the processes do now, and what the operator should look at. */
export const Service = z.object({
  /** Of the last minute; null without a running tracker. */
  redirects_per_second: z.nullable(z.number()),
  /** Of the last five minutes, until the response is sent. */
  p99_ms: z.nullable(z.number()),
  memory: z.array(z.object({ role: z.enum(['main', 'tracker']), processes: z.int(), bytes: z.int() })),
  checks: z.array(
    z.object({
      check: z.enum(SERVICE_CHECKS),
      state: CheckState,
      /** Seconds of lag, of the oldest due job, left until expiry, or since the backup; a share of the disk; otherwise a count. */
      value: z.nullable(z.number()),
      /** Due jobs, of the queue. */
      count: z.nullable(z.int()),
    }),
  ),
  step_seconds: z.int(),
  /** Of the asked days, in steps that fit a chart: quarters of an hour up to days. */
  steps: z.array(ServiceStep),
});
export type Service = z.infer<typeof Service>;
