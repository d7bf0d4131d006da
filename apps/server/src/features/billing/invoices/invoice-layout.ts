import { createRequire } from 'node:module';
import type { CreditNote } from '@poklik/contract/credit-notes';
import type { Invoice } from '@poklik/contract/invoices';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { reverseChargeTexts } from '@poklik/domain/vat/reverse-charge';
import PDFDocument from 'pdfkit';
import { type Translate, translator } from '../../../i18n/translate.ts';
import type { BankTransfer } from './bank-transfer.service.ts';

const { resolve } = createRequire(import.meta.url);
const font = (weight: string) => resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`);
/** Complete fonts: they cover Cyrillic, № and every currency symbol. */
const REGULAR_FONT = font('400Regular');
const BOLD_FONT = font('600SemiBold');

const MARGIN = 56;
const CONTENT_WIDTH = 595.28 - 2 * MARGIN;
const COLUMN_WIDTH = CONTENT_WIDTH / 2 - 12;
const TEXT_COLOR = '#151f23';
const MUTED_COLOR = '#5e686c';
const RULE_COLOR = '#cfd6d9';
const STATUS_COLORS: Record<string, string> = { paid: '#056836', open: '#80500a' };

/** Renders one A4 page from the invoice as it was issued. */
export const renderInvoice = (
  invoice: Invoice,
  language: Language,
  { logo, bankTransfer }: { logo: Uint8Array | undefined; bankTransfer: BankTransfer | null },
): Promise<Buffer> =>
  renderPage({ ...invoice, title: 'title' }, { language, logo }, (page) => {
    drawHeading(page, invoice);
    drawParties(page, invoice);
    drawLines(page, invoice);
    drawTotals(page, invoice);
    if (bankTransfer && Number(invoice.due) > 0) drawBankTransfer(page, bankTransfer);
  });

/** The same page, which reverses a part or all of an invoice. */
export const renderCreditNote = (note: CreditNote, language: Language, logo?: Uint8Array): Promise<Buffer> =>
  renderPage({ ...note, title: 'credit_note' }, { language, logo }, (page) => {
    const { t, money, day } = page;
    drawTitle(page, `${t('credit_note')} ${note.number}`, [
      t('issued', { date: day(note.issued_at) }),
      t('credit_note_of', { number: note.invoice_number }),
    ]);
    drawParties(page, note);
    drawTableHead(page);
    drawRow(page, t('credit_note_line', { number: note.invoice_number }), money(note.amount));
    drawRule(page.document);
    if (Number(note.tax) > 0) drawRow(page, t('tax_included', { rate: Number(note.tax_rate) }), money(note.tax));
    drawRow(page, t('total'), money(note.amount), true);
    drawTaxNotes(page, note);
    if (note.reason && note.reason !== 'refunded') drawNote(page, t('credit_note_reason', { reason: note.reason }));
  });

interface Printed {
  title: string;
  number: string;
  currency: string;
  seller: Invoice['seller'];
}

function renderPage(
  { title, number, seller, currency }: Printed,
  { language, logo }: { language: Language; logo: Uint8Array | undefined },
  draw: (page: Page) => void,
): Promise<Buffer> {
  const t = invoiceTranslator(language);
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: LANGUAGE_TAGS[language],
    info: { Title: `${t(title)} ${number}`, Author: seller.name },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((fulfil, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => fulfil(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const page = { document, t, ...createFormatters(language, currency) };
  if (logo) drawLogo(page, logo);
  draw(page);
  document.end();
  return done;
}

interface Page extends ReturnType<typeof createFormatters> {
  document: PDFKit.PDFDocument;
  t: Translate;
}

const invoiceTranslator = (language: Language): Translate => {
  const t = translator(language);
  return (key, values) => t(`invoice.${key}`, values);
};

function createFormatters(language: Language, currency: string) {
  const tag = LANGUAGE_TAGS[language];
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    money: (amount: string) => money.format(Number(amount)).replace('-', '−'),
    day: (iso: string) => day.format(new Date(iso)),
  };
}

/** At the top right, beside the number. */
function drawLogo({ document }: Page, logo: Uint8Array): void {
  const [width, height] = [160, 40];
  document.image(Buffer.from(logo), MARGIN + CONTENT_WIDTH - width, MARGIN, { fit: [width, height], align: 'right' });
}

function drawHeading({ document, t, day }: Page, { number, status, issued_at, due_at, paid_at }: Invoice): void {
  document
    .font(BOLD_FONT)
    .fontSize(22)
    .fillColor(TEXT_COLOR)
    .text(`${t('title')} ${number}`, MARGIN, MARGIN);
  document
    .fontSize(11)
    .fillColor(STATUS_COLORS[status] ?? MUTED_COLOR)
    .text(t(`status.${status}`).toUpperCase(), { characterSpacing: 0.6 });
  document.moveDown(0.6).font(REGULAR_FONT).fontSize(10).fillColor(MUTED_COLOR);
  document.text(t('issued', { date: day(issued_at) }));
  if (due_at && status === 'open') document.text(t('due', { date: day(due_at) }));
  if (paid_at) document.text(t('paid_on', { date: day(paid_at) }));
  document.moveDown(1.5);
}

function drawTitle({ document }: Page, title: string, facts: readonly string[]): void {
  document.font(BOLD_FONT).fontSize(22).fillColor(TEXT_COLOR).text(title, MARGIN, MARGIN);
  document.moveDown(0.3).font(REGULAR_FONT).fontSize(10).fillColor(MUTED_COLOR);
  for (const fact of facts) document.text(fact);
  document.moveDown(1.5);
}

function drawParties(
  { document, t, language }: Page,
  { seller, bill_to: payer }: Pick<Invoice, 'seller' | 'bill_to'>,
): void {
  const top = document.y;
  const column = (x: number, title: string, name: string, rest: string[]): number => {
    document.font(REGULAR_FONT).fontSize(9).fillColor(MUTED_COLOR).text(title, x, top, { width: COLUMN_WIDTH });
    document.font(BOLD_FONT).fontSize(11).fillColor(TEXT_COLOR).text(name, { width: COLUMN_WIDTH });
    document.font(REGULAR_FONT).fontSize(10);
    for (const text of rest.filter(Boolean)) document.text(text, { width: COLUMN_WIDTH });
    return document.y;
  };
  const ends = [
    column(MARGIN, t('seller'), seller.name, [
      seller.details,
      seller.street ?? '',
      [seller.postcode, seller.city].filter(Boolean).join(' '),
      countryName(language, seller.country_code) ?? '',
      seller.registration ? t('registration', { id: seller.registration }) : '',
      seller.vat_id ? t('vat_id', { id: seller.vat_id }) : '',
    ]),
    column(MARGIN + CONTENT_WIDTH / 2 + 12, t('bill_to'), payer.name || payer.email, [
      payer.name ? payer.email : '',
      payer.address,
      countryName(language, payer.country_code) ?? payer.country,
      payer.tax_id && t('tax_id', { id: payer.tax_id }),
      payer.vat_id ? t('vat_id', { id: payer.vat_id }) : '',
    ]),
  ];
  document.x = MARGIN;
  document.y = Math.max(...ends) + 28;
}

const countryName = (language: Language, code: string | null | undefined): string | undefined =>
  code ? new Intl.DisplayNames(LANGUAGE_TAGS[language], { type: 'region' }).of(code) : undefined;

const drawRule = (document: PDFKit.PDFDocument): void => {
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + CONTENT_WIDTH, document.y)
    .lineWidth(0.75)
    .strokeColor(RULE_COLOR)
    .stroke();
  document.y += 8;
};

/** Text on the left, amount on the right. */
function drawRow({ document }: Page, text: string, amount: string, isBold = false): void {
  const top = document.y;
  document
    .font(isBold ? BOLD_FONT : REGULAR_FONT)
    .fontSize(isBold ? 12 : 10.5)
    .fillColor(TEXT_COLOR);
  document.text(amount, MARGIN + CONTENT_WIDTH - 130, top, { width: 130, align: 'right' });
  document.text(text, MARGIN, top, { width: CONTENT_WIDTH - 150 });
  document.x = MARGIN;
  document.y += 8;
}

function drawTableHead({ document, t }: Page): void {
  document.font(REGULAR_FONT).fontSize(9).fillColor(MUTED_COLOR);
  const top = document.y;
  document.text(t('column.total'), MARGIN + CONTENT_WIDTH - 130, top, { width: 130, align: 'right' });
  document.text(t('what'), MARGIN, top);
  document.y += 4;
  drawRule(document);
}

function drawLines(page: Page, { lines: items }: Invoice): void {
  const { document, t, day, money, language } = page;
  drawTableHead(page);
  for (const { kind, tariff, coupon, overage, from, until, amount } of items) {
    const name = t(`line.${kind}`, {
      ...{ name: coupon?.code ?? tariff?.[language] ?? '', thousands: overage?.thousands ?? 0 },
      price: overage ? money(overage.price) : '',
    });
    const dates = from && until ? `\n${day(from)} – ${day(until)}` : '';
    drawRow(page, `${name}${dates}`, money(amount));
  }
  drawRule(document);
}

function drawTotals(page: Page, invoice: Invoice): void {
  const { document, t, money } = page;
  drawRow(page, t('subtotal'), money(invoice.subtotal));
  if (Number(invoice.credit_applied) > 0) drawRow(page, t('credit_applied'), money(`-${invoice.credit_applied}`));
  if (Number(invoice.tax_rate) > 0) drawRow(page, t('tax', { rate: Number(invoice.tax_rate) }), money(invoice.tax));
  drawRule(document);
  drawRow(page, t('total'), money(invoice.total), true);
  if (Number(invoice.refunded) > 0) drawRow(page, t('refunded'), money(`-${invoice.refunded}`));
  if (Number(invoice.due) > 0) drawRow(page, t('left_to_pay'), money(invoice.due), true);
  drawTaxNotes(page, invoice);
  if (invoice.void_reason) drawNote(page, t('void_reason', { reason: invoice.void_reason }));
}

/** Why there is no tax, and the tax in the currency in which it is declared. */
function drawTaxNotes(
  page: Page,
  {
    tax_treatment: treatment,
    declared_tax: declared,
    bill_to: payer,
  }: Pick<Invoice, 'tax_treatment' | 'declared_tax' | 'bill_to'>,
): void {
  const { t, language } = page;
  if (treatment === 'reverse_charge') {
    const texts = new Set([...reverseChargeTexts(payer.country_code ?? null), t('reverse_charge')]);
    drawNote(page, `${[...texts].join(' / ')} (${t('article_196')})`);
  }
  if (treatment === 'outside' || treatment === 'not_registered') drawNote(page, t('no_vat'));
  if (declared?.amount) {
    const { currency } = declared;
    const amount = new Intl.NumberFormat(LANGUAGE_TAGS[language], { style: 'currency', currency });
    drawNote(page, t('declared_tax', { amount: amount.format(Number(declared.amount)) }));
  }
}

function drawBankTransfer({ document, t }: Page, { details, reference }: BankTransfer): void {
  document.moveDown(1.5).font(BOLD_FONT).fontSize(10.5).fillColor(TEXT_COLOR);
  document.text(t('bank_transfer'), { width: CONTENT_WIDTH });
  document.font(REGULAR_FONT).fontSize(10).text(details, { width: CONTENT_WIDTH });
  document.text(t('bank_reference', { reference }), { width: CONTENT_WIDTH });
}

function drawNote({ document }: Page, text: string): void {
  document.moveDown(1).font(REGULAR_FONT).fontSize(10).fillColor(MUTED_COLOR).text(text, { width: CONTENT_WIDTH });
}
