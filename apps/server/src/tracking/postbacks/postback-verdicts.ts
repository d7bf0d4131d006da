import { POSTBACK_RESULTS, type PostbackResult } from '@poklik/contract/conversion-values';
import type { Listen } from '../../stores/listen.ts';

/** The worker tells here what became of reports: a list of pairs of id and verdict. */
export const VERDICTS_CHANNEL = 'postbacks_resolved';

export interface PostbackVerdicts {
  /** What became of a report, if it becomes known within the patience of its sender. */
  of(id: string): Promise<PostbackResult | undefined>;
  close(): Promise<void>;
}

const PATIENCE_MS = 1_000;
const KNOWN: ReadonlySet<string> = new Set(POSTBACK_RESULTS);

/** Nobody has to answer: a report that is written down is safe, and its sender only learns less. */
export function hearVerdicts(listen: Listen): PostbackVerdicts {
  const waiting = new Map<string, (verdict: PostbackResult | undefined) => void>();
  const subscription = listen(VERDICTS_CHANNEL, (payload) => {
    for (const [id, verdict] of readPairs(payload)) waiting.get(id)?.(verdict);
  });
  subscription.catch(() => undefined);
  return {
    of: (id) =>
      new Promise((resolve) => {
        const settle = (verdict: PostbackResult | undefined) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(verdict);
        };
        const timer = setTimeout(() => settle(undefined), PATIENCE_MS);
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
