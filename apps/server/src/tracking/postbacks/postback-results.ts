import { POSTBACK_RESULTS, type PostbackResult } from '@poklik/contract/conversion-values';
import type { Listen } from '../../stores/listen.ts';

/** The worker publishes results here, as a list of [id, result] pairs. */
export const POSTBACK_RESULTS_CHANNEL = 'postbacks_resolved';

export interface PostbackResults {
  /** The result of a postback, if known before the timeout. */
  waitFor(id: string): Promise<PostbackResult | undefined>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 1_000;
const KNOWN: ReadonlySet<string> = new Set(POSTBACK_RESULTS);

/** No subscription is needed to accept postbacks: a recorded postback is safe, and only the response says less. */
export function listenForResults(listen: Listen): PostbackResults {
  const waiting = new Map<string, (result: PostbackResult | undefined) => void>();
  const subscription = listen(POSTBACK_RESULTS_CHANNEL, (payload) => {
    for (const [id, result] of readPairs(payload)) waiting.get(id)?.(result);
  });
  subscription.catch(() => undefined);
  return {
    waitFor: (id) =>
      new Promise((resolve) => {
        const settle = (result: PostbackResult | undefined) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(result);
        };
        const timer = setTimeout(() => settle(undefined), TIMEOUT_MS);
        waiting.set(id, settle);
      }),
    async close() {
      for (const settle of [...waiting.values()]) settle(undefined);
      void subscription.then((stop) => stop()).catch(() => undefined);
    },
  };
}

function readPairs(payload: string): [string, PostbackResult][] {
  try {
    const pairs = JSON.parse(payload) as unknown;
    return Array.isArray(pairs) ? pairs.filter((pair) => Array.isArray(pair) && KNOWN.has(pair[1])) : [];
  } catch {
    return [];
  }
}
