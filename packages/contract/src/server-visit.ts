import * as z from 'zod/mini';

const text = (max: number) => z._default(z.string().check(z.maxLength(max)), '');

/** A visit that a server reports to the tracker, at `POST /v`. */
export const ServerVisit = z.object({
  /** Key of the campaign. */
  campaign: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Of the visitor. */
  ip: z.string().check(z.minLength(1), z.maxLength(64)),
  user_agent: text(1_024),
  /** As the visitor's browser sends it in `Accept-Language`. */
  language: text(255),
  referrer: text(4_096),
  /** Of the link that the visitor followed. */
  params: z._default(
    z.record(z.string().check(z.minLength(1), z.maxLength(64)), z.string().check(z.maxLength(2_048))),
    {},
  ),
  /** Key of the lander that the visitor sees; without it the rules choose. */
  lander: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** The same within ten minutes is the same click. */
  request_id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
});
export type ServerVisit = z.infer<typeof ServerVisit>;

export interface ServerClick {
  click_id: string;
  /** For the links of a lander; empty without one. */
  pass: string;
  /** Where the visitor goes; empty for a visitor who is blocked. */
  location: string;
}
