import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import { guardedRequest, RefusedAddress } from '../../outgoing/guarded-request.ts';
import type { Services } from '../../services.ts';
import { type ClaimedPostback, claimOutgoingPostbacks, type DeliveryResult, updateDelivery } from './outgoing.repo.ts';
import { OUTGOING_CHANNEL } from './outgoing.service.ts';

const CONCURRENCY = 64;
/** Of one account: targets that do not answer hold up the others of their owner, and nobody else. */
const CONCURRENCY_PER_ACCOUNT = 4;
const ATTEMPTS_MAX = 8;
const ERROR_CHARS_MAX = 300;

/** Sends outgoing postbacks, apart from the queue of emails and with a share for each account. */
export async function startOutgoingPostbacks(services: Services): Promise<Pick<BackgroundLoop, 'stop'>> {
  const { db, log, config } = services;
  const activeByAccount = new Map<number, number>();
  const deliveries = new Set<Promise<void>>();
  const stopping = new AbortController();
  const addActive = (accountId: number, change: number) => {
    const left = (activeByAccount.get(accountId) ?? 0) + change;
    if (left === 0) activeByAccount.delete(accountId);
    else activeByAccount.set(accountId, left);
  };

  const sendLoop = runLoop({
    failure: 'outgoing postbacks cannot be read',
    log,
    iterate: async () => {
      const limit = CONCURRENCY - deliveries.size;
      if (limit <= 0) return false;
      const busyAccounts = [...activeByAccount].filter(([, many]) => many >= CONCURRENCY_PER_ACCOUNT).map(([id]) => id);
      const claimed = await claimOutgoingPostbacks(db, { limit, busyAccounts });
      for (const postback of claimed) {
        addActive(postback.accountId, 1);
        const delivery = deliver(postback, { ...config.outgoing, signal: stopping.signal })
          .then(async (result) => {
            // Cut off by the end of the program, it is nobody's failure and comes again with the next start.
            if (result.state === 'sent' || !stopping.signal.aborted) await updateDelivery(db, postback.id, result);
          })
          // Not written down: it is tried again when its time as a claimed one is over.
          .catch((error: unknown) => log.warn({ err: error }, 'an outgoing postback cannot be written down'))
          .finally(() => {
            deliveries.delete(delivery);
            addActive(postback.accountId, -1);
            sendLoop.wake();
          });
        deliveries.add(delivery);
      }
      return claimed.length > 0;
    },
  });
  const stopListening = await services.listen(OUTGOING_CHANNEL, sendLoop.wake, sendLoop.wake);
  return {
    async stop() {
      await stopListening();
      await sendLoop.stop();
      stopping.abort();
      await Promise.all(deliveries);
    },
  };
}

async function deliver(
  { url, method, attempts }: ClaimedPostback,
  target: Services['config']['outgoing'] & { signal: AbortSignal },
): Promise<DeliveryResult> {
  const retryInSeconds = Math.exp(attempts + 1);
  const isLast = attempts + 1 >= ATTEMPTS_MAX;
  try {
    const { status } = await guardedRequest(url, { method, ...target });
    const isSent = status >= 200 && status < 300;
    return { state: isSent ? 'sent' : isLast ? 'failed' : 'waiting', answer: status, error: '', retryInSeconds };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isFinal = isLast || error instanceof RefusedAddress;
    return {
      state: isFinal ? 'failed' : 'waiting',
      answer: null,
      error: message.slice(0, ERROR_CHARS_MAX),
      retryInSeconds,
    };
  }
}
