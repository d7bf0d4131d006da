import type { LiveProviders } from '../../../payments/configured-provider.ts';
import type { ChargeAnswer, PaymentProvider } from '../../../payments/provider.ts';
import type { Services } from '../../../services.ts';
import { getDatabaseTime } from '../accounts.repo.ts';
import { listMethodsById, type PaymentMethodRow } from '../payment-methods/payment-methods.repo.ts';
import { saveCard } from '../payment-methods/save-card.service.ts';
import { applyProviderEvent } from './apply-payment-event.service.ts';
import { listOpenPayments, type PaymentRow, updatePayment } from './payments.repo.ts';

const HOUR_MS = 60 * 60_000;
/** Younger payments are probably still being paid. */
const ASK_FROM_MS = HOUR_MS / 6;
/** Pages of providers are closed long before. */
const ASK_UNTIL_MS = 72 * HOUR_MS;

interface Answering {
  services: Services;
  providers: LiveProviders;
  now: Date;
}

/** Answers and webhook events are applied alike, so it doesn't matter which comes first. */
export async function applyAnswer(
  { services, now }: Answering,
  { id, provider, reference }: PaymentRow,
  answer: ChargeAnswer,
): Promise<void> {
  if (answer.kind === 'unknown') {
    if (answer.paymentId) await updatePayment(services.db, id, { providerPaymentId: answer.paymentId });
    return;
  }
  const { paymentId, ...news } = answer;
  const currency = answer.kind === 'paid' ? answer.currency : null;
  const source = { name: provider, referenceOf: async () => null };
  await applyProviderEvent(
    services,
    source,
    { id: `${reference}:${answer.kind}`, reference, paymentId, currency, news },
    now,
  );
}

export async function findMethod({ db }: Services, { paymentMethodId }: PaymentRow): Promise<PaymentMethodRow | null> {
  const [method] = await listMethodsById(db, paymentMethodId === null ? [] : [paymentMethodId]);
  return method ?? null;
}

/** What became of a payment. */
export async function askStatus(services: Services, provider: PaymentProvider, payment: PaymentRow) {
  const method = await findMethod(services, payment);
  const { reference, providerPaymentId: paymentId, createdAt: openedAt, attempt } = payment;
  if (attempt !== null && !method?.sealed) return { kind: 'unknown' } as const;
  const token = method?.sealed ? services.secrets.open(method.sealed) : null;
  try {
    return await provider.status({ reference, paymentId, token, openedAt });
  } catch (error) {
    services.log.warn({ err: error, payment: payment.id }, 'the provider does not say what became of a payment');
    return { kind: 'unknown' } as const;
  }
}

/** Payments on a provider's page whose event was lost, or that expired without one. */
export async function askAboutOpenPayments(services: Services, providers: LiveProviders, at?: Date): Promise<void> {
  const polled = providers.list().filter(({ can }) => can.poll);
  if (polled.length === 0) return;
  const now = at ?? (await getDatabaseTime(services.db));
  const [from, until] = [ASK_UNTIL_MS, ASK_FROM_MS].map((age) => new Date(now.getTime() - age)) as [Date, Date];
  const open = await listOpenPayments(services.db, { providers: polled.map(({ name }) => name), from, until });
  for (const payment of open) {
    const provider = providers.find(payment.provider);
    if (!provider) continue;
    const answer = await askStatus(services, provider, payment);
    if (answer.kind === 'absent' || answer.kind === 'unknown') continue;
    await applyAnswer({ services, providers, now }, payment, answer);
    if (answer.kind === 'paid')
      await saveCard(services, provider, { reference: payment.reference, savedBy: answer.paymentId });
  }
}
