import type { Terms } from '@poklik/contract/auth';
import * as z from 'zod/mini';

const address = z.url({ protocol: /^https?$/ });

export const TERMS_SETTINGS = {
  TERMS_URL: z.optional(address),
  PRIVACY_URL: z.optional(address),
  TERMS_VERSION: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
};

type TermsSettings = { [Name in keyof typeof TERMS_SETTINGS]?: string | undefined };

/** Without a document there is nothing to accept. */
export const parseTerms = ({ TERMS_URL: url, PRIVACY_URL, TERMS_VERSION }: TermsSettings): Terms | null =>
  url === undefined ? null : { url, privacy_url: PRIVACY_URL ?? null, version: TERMS_VERSION ?? url };
