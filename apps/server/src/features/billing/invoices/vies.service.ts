import * as z from 'zod/mini';

const TIMEOUT_MS = 15_000;
/** Of the country. */
const PREFIX_LENGTH = 2;

const Answer = z.object({ valid: z.boolean(), requestIdentifier: z.nullish(z.string()) });

export type ViesAnswer =
  | { kind: 'valid' | 'invalid'; consultationNumber: string | null }
  /** It or the register of the country doesn't answer, so nothing is known. */
  | { kind: 'unreachable' };

const split = (vatId: string): [string, string] => [vatId.slice(0, PREFIX_LENGTH), vatId.slice(PREFIX_LENGTH)];

/** Asks the registers of the member states. With the seller's VAT ID, the answer has a consultation number. */
export async function askVies(url: string, vatId: string, seller: string | null): Promise<ViesAnswer> {
  const [countryCode, vatNumber] = split(vatId);
  const [requesterMemberStateCode, requesterNumber] = split(seller ?? '');
  try {
    const response = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        ...{ countryCode, vatNumber },
        ...(seller === null ? {} : { requesterMemberStateCode, requesterNumber }),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = Answer.safeParse(await response.json());
    if (!response.ok || !answer.success) return { kind: 'unreachable' };
    const { valid, requestIdentifier } = answer.data;
    return { kind: valid ? 'valid' : 'invalid', consultationNumber: requestIdentifier || null };
  } catch {
    return { kind: 'unreachable' };
  }
}
