import { randomUUID } from 'node:crypto';
import { API_PREFIX } from '@poklik/contract/api';
import { AppError } from '@poklik/contract/errors';
import { isLanguage, LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { fromMinor } from '@poklik/domain/money/amount';
import type { PaymentEvent } from '@poklik/domain/payments/payment-state';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Html, html } from '../../../http/pages/html.ts';
import { type Translate, translator } from '../../../i18n/translate.ts';
import { isSandbox, type LiveProviders } from '../../../payments/configured-provider.ts';
import { isSandboxCard, SANDBOX_CARD_LIST, SANDBOX_PATH } from '../../../payments/sandbox-provider.ts';
import type { Services } from '../../../services.ts';
import { PAGE_POLICY, type PageFrame, pageFrame } from '../../../tracking/pages/page-frame.ts';
import { findUnconfirmedMethod } from '../payment-methods/payment-methods.repo.ts';
import { findPayment, type PaymentRow } from './payments.repo.ts';

type CheckoutRequest = { Params: { reference: string }; Querystring: { lang?: unknown }; Body: string | undefined };

/** The checkout page submits a form to itself. */
const POLICY = PAGE_POLICY.replace("form-action 'none'", "form-action 'self'");

/** A test checkout: the user chooses the outcome, and a signed webhook event is sent as by a real provider. */
export function registerSandboxCheckout(
  app: FastifyInstance,
  { db, config }: Services,
  providers: LiveProviders,
): void {
  const getSandbox = () => {
    const provider = providers.find('sandbox');
    if (!isSandbox(provider)) throw new AppError('not_found');
    return provider;
  };
  /** A payment that waits to be paid, or a card that waits to be saved. */
  const getPage = async (reference: string): Promise<SandboxPage> => {
    const payment = await findPayment(db, reference);
    const { name } = getSandbox();
    if (payment && (payment.status !== 'pending' || payment.provider !== name)) throw new AppError('not_found');
    const method = await findUnconfirmedMethod(db, reference);
    if (payment) return { payment, saves: method !== null, locale: payment.locale };
    if (method?.provider !== name) throw new AppError('not_found');
    return { payment: null, saves: true, locale: method.consent.language };
  };
  const resolveLanguage = ({ locale }: SandboxPage, requested: unknown): Language =>
    isLanguage(requested) ? requested : locale;

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      async (_request: unknown, body: string) => body,
    );
    scope.get<CheckoutRequest>(`${SANDBOX_PATH}/:reference`, async ({ params, query }, reply) => {
      const page = await getPage(params.reference);
      const frame = { appName: config.appName, language: resolveLanguage(page, query.lang) };
      return sendPage(
        reply,
        pageFrame(frame, translator(frame.language)('checkout.title'), checkoutContent(page, frame)),
      );
    });
    scope.post<CheckoutRequest>(`${SANDBOX_PATH}/:reference`, async ({ params, body, query }, reply) => {
      const page = await getPage(params.reference);
      const sandbox = getSandbox();
      const form = new URLSearchParams(body ?? '');
      const isPaid = form.get('outcome') === 'paid';
      const card = form.get('card') ?? '4242';
      const { reference } = params;
      const event = sandbox.event(
        {
          id: randomUUID(),
          reference,
          paymentId: page.payment && `sandbox_${reference}`,
          currency: page.payment?.currency ?? null,
          news: page.payment && outcomeOf(page.payment, isPaid),
          savedBy: isPaid && page.saves && isSandboxCard(card) ? card : null,
        },
        new Date(),
      );
      const answer = await app.inject({
        method: 'POST',
        url: `${API_PREFIX}/payments/${sandbox.name}/webhook`,
        headers: { ...event.headers, 'content-type': 'application/json' },
        payload: event.body,
      });
      if (answer.statusCode !== 200) throw new AppError('unavailable');
      const outcome = isPaid ? 'success-payment' : 'failed-payment';
      const screen = page.payment ? `tariffs/${outcome}` : 'profile?tab=billing';
      return reply.redirect(`${config.publicUrl}/${resolveLanguage(page, query.lang)}/${screen}`, 303);
    });
  });
}

interface SandboxPage {
  /** Null when a card is saved and nothing is paid. */
  payment: PaymentRow | null;
  saves: boolean;
  locale: Language;
}

const outcomeOf = ({ amountMinor }: PaymentRow, isPaid: boolean): PaymentEvent =>
  isPaid ? { kind: 'paid', amountMinor } : { kind: 'failed' };

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page);

function checkoutContent({ payment, saves }: SandboxPage, { language, appName: app }: PageFrame): Html {
  const t = translator(language);
  const purpose = payment ? t(`checkout.purpose.${payment.purpose}`, { app }) : t('checkout.purpose.card');
  return html`<h1>${t('checkout.title')}</h1>
<p class="lead">${t('checkout.lead')}</p>
<p class="state">${purpose}${payment ? html`: <strong>${formatAmount(payment, language)}</strong>` : ''}</p>
<form method="post" action="?lang=${language}">
${saves ? cardChoice(t) : ''}
<p class="choices"><button type="submit" name="outcome" value="paid" class="main">${t(payment ? 'checkout.pay' : 'checkout.save')}</button>
<button type="submit" name="outcome" value="declined">${t(payment ? 'checkout.decline' : 'checkout.cancel')}</button></p>
</form>`;
}

const formatAmount = ({ amountMinor, currency }: PaymentRow, language: Language): string =>
  new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(Number(fromMinor(amountMinor)));

/** Decides what happens when the saved card is charged at renewal. */
const cardChoice = (t: Translate): Html => html`<fieldset class="state"><legend>${t('checkout.card')}</legend>
${SANDBOX_CARD_LIST.map(
  (last4) => html`<p><label><input type="radio" name="card" value="${last4}"${last4 === '4242' ? html` checked` : ''}>
•••• ${last4}: ${t(`checkout.card_${last4}`)}</label></p>`,
)}
</fieldset>`;
