import { AppError } from '@poklik/contract/errors';

const TIMEOUT_MS = 15_000;
const BYTES_MAX = 1_000_000;

export interface ProviderAnswer {
  status: number;
  /** As received, because some signatures cover the text of numbers. */
  text: string;
  /** Null if it isn't JSON. */
  body: unknown;
}

/** One request to a provider's API. Throws if there is no answer, or the provider says that it failed. */
export async function askProvider(url: string | URL, request: RequestInit): Promise<ProviderAnswer> {
  const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await readText(response);
  if (response.status >= 500) throw new ProviderDown(`HTTP ${response.status}`);
  return { status: response.status, text, body: parseJson(text) };
}

/** Whether a request was handled isn't known. */
export class ProviderDown extends Error {}

async function readText(response: Response): Promise<string> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > BYTES_MAX) throw new ProviderDown('the answer is too large');
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The body of a webhook call. */
export function parseCall(text: string): unknown {
  const body = parseJson(text);
  if (body === null) throw new AppError('malformed_request');
  return body;
}

/** 29.00 */
export const toDecimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

/** An amount of at most two decimals that matter. Throws for any other: it isn't known, and must not count as zero. */
export function fromDecimal(amount: string | number): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(String(amount)) ?? [];
  if (whole === '') throw new AppError('provider_unavailable');
  return BigInt(whole + fraction.padEnd(2, '0'));
}

/** The last digits of a masked card number. */
export const lastDigits = (masked: string): string => /(\d{1,4})\D*$/.exec(masked)?.[1] ?? '';
