import { randomUUID } from 'node:crypto';
import { API_PREFIX } from '@poklik/contract/api';
import { AppError } from '@poklik/contract/errors';
import { isLanguage, LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { fromMinor } from '@poklik/domain/money/amount';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '../../../http/pages/html.ts';
import { translator } from '../../../i18n/translate.ts';
import type { LiveProvider } from '../../../payments/configured-provider.ts';
import { SANDBOX_PATH } from '../../../payments/sandbox-provider.ts';
import type { Services } from '../../../services.ts';
import { PAGE_POLICY, type PageFrame, pageFrame } from '../../../tracking/pages/page-frame.ts';
import { findPayment, type PaymentRow } from './payments.repo.ts';

type CheckoutRequest = { Params: { reference: string }; Querystring: { lang?: unknown }; Body: string | undefined };

/** The checkout page submits a form to itself. */
const POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'");

/** A test checkout: the user chooses the outcome, and a signed webhook event is sent as by a real provider. */
export function registerSandboxCheckout(
  app: FastifyInstance,
  { db, config }: Services,
  findProvider: LiveProvider,
): void {
  const getSandbox = () => {
    const provider = findProvider();
    if (provider?.name !== 'sandbox') throw new AppError('not_found');
    return provider;
  };
  const getPendingPayment = async (reference: string): Promise<PaymentRow> => {
    const payment = await findPayment(db, reference);
    if (payment?.status !== 'pending' || payment.provider !== getSandbox().name) throw new AppError('not_found');
    return payment;
  };
  const resolveLanguage = (payment: PaymentRow, requested: unknown): Language =>
    isLanguage(requested) ? requested : payment.locale;

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      async (_request: unknown, body: string) => body,
    );
    scope.get<CheckoutRequest>(`${SANDBOX_PATH}/:reference`, async ({ params, query }, reply) => {
      const payment = await getPendingPayment(params.reference);
      const frame = { appName: config.appName, language: resolveLanguage(payment, query.lang) };
      return sendPage(
        reply,
        pageFrame(frame, translator(frame.language)('checkout.title'), checkoutContent(payment, frame)),
      );
    });
    scope.post<CheckoutRequest>(`${SANDBOX_PATH}/:reference`, async ({ params, body, query }, reply) => {
      const payment = await getPendingPayment(params.reference);
      const sandbox = getSandbox();
      const isPaid = new URLSearchParams(body ?? '').get('outcome') === 'paid';
      const news: PaymentEvent = isPaid ? { kind: 'paid', amountMinor: payment.amountMinor } : { kind: 'failed' };
      const { reference, currency } = payment;
      const event = sandbox.event({ id: randomUUID(), reference, paymentId: null, currency, news }, new Date());
      const answer = await app.inject({
        method: 'POST',
        url: `${API_PREFIX}/payments/${sandbox.name}/webhook`,
        headers: { ...event.headers, 'content-type': 'application/json' },
        payload: event.body,
      });
      if (answer.statusCode !== 200) throw new AppError('unavailable');
      const outcome = isPaid ? 'success-payment' : 'failed-payment';
      return reply.redirect(`${config.publicUrl}/${resolveLanguage(payment, query.lang)}/tariffs/${outcome}`, 303);
    });
  });
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);

function checkoutContent({ amountMinor, currency, purpose }: PaymentRow, { language, appName: app }: PageFrame): Html {
  const t = translator(language);
  const money = new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return html`<h1>${t('checkout.title')}</h1>
<p class="lead">${t('checkout.lead')}</p>
<p class="state">${t(`checkout.purpose.${purpose}`, { app })}: <strong>${money.format(Number(fromMinor(amountMinor)))}</strong></p>
<form method="post" action="?lang=${language}">
<p class="choices"><button type="submit" name="outcome" value="paid" class="main">${t('checkout.pay')}</button>
<button type="submit" name="outcome" value="declined">${t('checkout.decline')}</button></p>
</form>`;
}
