import { ANSWER_MAX } from '@poklik/contract/outgoing';
import { fillSecrets, listSecrets, maskValues, sentHeaders } from '@poklik/domain/conversions/outgoing-postback';
import { type BackgroundLoop, runLoop } from '../../../background-loop.ts';
import { BlockedAddress, guardedRequest } from '../../../outgoing/guarded-request.ts';
import type { Services } from '../../../services.ts';
import { deliverEvent } from '../../connections/deliver-event.service.ts';
import { type ClaimedPostback, claimOutgoingPostbacks, type DeliveryResult, updateDelivery } from './outgoing.repo.ts';
import { OUTGOING_CHANNEL } from './outgoing.service.ts';
import { MissingSecret, openSecrets } from './secrets.service.ts';

const CONCURRENCY = 64;
/** Unresponsive targets of one account must not block other accounts. */
const CONCURRENCY_PER_ACCOUNT = 4;
const ATTEMPTS_MAX = 8;
const ERROR_CHARS_MAX = 300;

/** Separate from the email queue, with a concurrency limit per account. */
export async function startOutgoingPostbacks(services: Services): Promise<Pick<BackgroundLoop, 'stop'>> {
  const { db, log } = services;
  const activeByAccount = new Map<number, number>();
  const deliveries = new Set<Promise<void>>();
  const stopping = new AbortController();
  const addActive = (accountId: number, change: number) => {
    const left = (activeByAccount.get(accountId) ?? 0) + change;
    if (left === 0) activeByAccount.delete(accountId);
    else activeByAccount.set(accountId, left);
  };

  const sendLoop = runLoop({
    failure: 'reading outgoing postbacks failed',
    log,
    iterate: async () => {
      const limit = CONCURRENCY - deliveries.size;
      if (limit <= 0) return false;
      const busyAccounts = [...activeByAccount].filter(([, many]) => many >= CONCURRENCY_PER_ACCOUNT).map(([id]) => id);
      const claimed = await claimOutgoingPostbacks(db, { limit, busyAccounts });
      for (const postback of claimed) {
        addActive(postback.accountId, 1);
        const delivery = deliver(services, postback, stopping.signal)
          .then(async (result) => {
            // A delivery aborted by shutdown is not a failure; it is retried after the restart.
            if (result.state === 'sent' || result.state === 'skipped' || !stopping.signal.aborted)
              await updateDelivery(db, postback.id, result);
          })
          // An unsaved result is retried when its lease expires.
          .catch((error: unknown) => log.warn({ err: error }, 'saving outgoing postback failed'))
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

/** PostgreSQL stores neither NUL nor lone surrogates. */
const toStoredText = (text: string, max: number): string => text.replaceAll('\0', '').slice(0, max).toWellFormed();

async function deliver(services: Services, postback: ClaimedPostback, signal: AbortSignal): Promise<DeliveryResult> {
  const { attempts } = postback;
  const retryInSeconds = Math.exp(attempts + 1);
  const isLast = attempts + 1 >= ATTEMPTS_MAX;
  const later = isLast ? ('failed' as const) : ('waiting' as const);
  try {
    if (postback.connectionId !== null) {
      const { accountId, conversionId, connectionId } = postback;
      const sent = await deliverEvent(services, { accountId, conversionId, connectionId }, signal);
      return {
        state: sent.state === 'retry' ? later : sent.state,
        ...{ answer: sent.answer, answerBody: toStoredText(sent.answerBody, ANSWER_MAX), error: '' },
        ...{ reason: sent.reason ?? '', request: sent.request, retryInSeconds },
      };
    }
    const answer = await send(services, postback, signal);
    const isSent = answer.status >= 200 && answer.status < 300;
    return {
      state: isSent ? 'sent' : later,
      ...{ answer: answer.status, answerBody: toStoredText(answer.body, ANSWER_MAX), error: '' },
      ...{ reason: '', request: null, retryInSeconds },
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof BlockedAddress || error instanceof MissingSecret;
    return {
      state: isFinal ? 'failed' : later,
      ...{ answer: null, answerBody: '', error: toStoredText(message, ERROR_CHARS_MAX) },
      ...{ reason: '', request: null, retryInSeconds },
    };
  }
}

/** The answer, with secrets masked. */
async function send(services: Services, postback: ClaimedPostback, signal: AbortSignal) {
  const values = await openSecrets(services, postback.accountId, listSecrets(postback));
  const sent = fillSecrets(postback, (name) => values.get(name) ?? '');
  const { url, method, body } = sent;
  const headers = sentHeaders(sent);
  const { outgoing } = services.config;
  const answer = await guardedRequest(url, { method, body, headers, isBodyWanted: true, ...outgoing, signal });
  return { status: answer.status, body: maskValues(answer.body ?? '', [...values.values()]) };
}
