import { createRequire } from 'node:module';
import type { Invoice } from '@poklik/contract/invoices';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import PDFDocument from 'pdfkit';
import { type Translate, translator } from '../../i18n/translate.ts';

const { resolve } = createRequire(import.meta.url);
const font = (weight: string) => resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`);
/** Whole fonts: the signs of all three languages, № and the signs of their currencies. */
const REGULAR = font('400Regular');
const BOLD = font('600SemiBold');

const MARGIN = 56;
const WIDTH = 595.28 - 2 * MARGIN;
const COLUMN = WIDTH / 2 - 12;
const INK = '#151f23';
const FAINT = '#5e686c';
const RULE = '#cfd6d9';
const STATUS_COLOURS: Record<string, string> = { paid: '#056836', open: '#80500a' };

/** One A4 page that says what the invoice said when it was issued. */
export function drawInvoice(invoice: Invoice, language: Language): Promise<Buffer> {
  const say = inWords(language);
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: LANGUAGE_TAGS[language],
    info: { Title: `${say('title')} ${invoice.number}`, Author: invoice.seller.name },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((fulfil, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => fulfil(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const page = { document, say, ...formats(language, invoice.currency) };
  heading(page, invoice);
  parties(page, invoice);
  lines(page, invoice);
  sums(page, invoice);
  document.end();
  return done;
}

interface Page extends ReturnType<typeof formats> {
  document: PDFKit.PDFDocument;
  say: Translate;
}

const inWords = (language: Language): Translate => {
  const say = translator(language);
  return (key, values) => say(`invoice.${key}`, values);
};

function formats(language: Language, currency: string) {
  const tag = LANGUAGE_TAGS[language];
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    money: (amount: string) => money.format(Number(amount)).replace('-', '−'),
    day: (iso: string) => day.format(new Date(iso)),
  };
}

function heading({ document, say, day }: Page, { number, status, issued_at, due_at, paid_at }: Invoice): void {
  document
    .font(BOLD)
    .fontSize(22)
    .fillColor(INK)
    .text(`${say('title')} ${number}`, MARGIN, MARGIN);
  document
    .fontSize(11)
    .fillColor(STATUS_COLOURS[status] ?? FAINT)
    .text(say(`status.${status}`).toUpperCase(), { characterSpacing: 0.6 });
  document.moveDown(0.6).font(REGULAR).fontSize(10).fillColor(FAINT);
  document.text(say('issued', { date: day(issued_at) }));
  if (due_at && status === 'open') document.text(say('due', { date: day(due_at) }));
  if (paid_at) document.text(say('paid_on', { date: day(paid_at) }));
  document.moveDown(1.5);
}

function parties({ document, say }: Page, { seller, bill_to: payer }: Invoice): void {
  const top = document.y;
  const column = (x: number, title: string, name: string, rest: string[]): number => {
    document.font(REGULAR).fontSize(9).fillColor(FAINT).text(title, x, top, { width: COLUMN });
    document.font(BOLD).fontSize(11).fillColor(INK).text(name, { width: COLUMN });
    document.font(REGULAR).fontSize(10);
    for (const text of rest.filter(Boolean)) document.text(text, { width: COLUMN });
    return document.y;
  };
  const ends = [
    column(MARGIN, say('seller'), seller.name, [seller.details]),
    column(MARGIN + WIDTH / 2 + 12, say('bill_to'), payer.name || payer.email, [
      payer.name ? payer.email : '',
      payer.address,
      payer.country,
      payer.tax_id && say('tax_id', { id: payer.tax_id }),
    ]),
  ];
  document.x = MARGIN;
  document.y = Math.max(...ends) + 28;
}

const rule = (document: PDFKit.PDFDocument): void => {
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + WIDTH, document.y)
    .lineWidth(0.75)
    .strokeColor(RULE)
    .stroke();
  document.y += 8;
};

/** A text at the left and a sum at the right, on one line. */
function row({ document }: Page, text: string, sum: string, isBold = false): void {
  const top = document.y;
  document
    .font(isBold ? BOLD : REGULAR)
    .fontSize(isBold ? 12 : 10.5)
    .fillColor(INK);
  document.text(sum, MARGIN + WIDTH - 130, top, { width: 130, align: 'right' });
  document.text(text, MARGIN, top, { width: WIDTH - 150 });
  document.x = MARGIN;
  document.y += 8;
}

function lines(page: Page, { lines: items }: Invoice): void {
  const { document, say, day, money, language } = page;
  document.font(REGULAR).fontSize(9).fillColor(FAINT);
  const top = document.y;
  document.text(say('column.total'), MARGIN + WIDTH - 130, top, { width: 130, align: 'right' });
  document.text(say('what'), MARGIN, top);
  document.y += 4;
  rule(document);
  for (const { kind, tariff, from, until, amount } of items) {
    const name = kind === 'deposit' ? say('line.deposit') : say('line.tariff', { name: tariff?.[language] ?? '' });
    const dates = from && until ? `\n${day(from)} – ${day(until)}` : '';
    row(page, `${name}${dates}`, money(amount));
  }
  rule(document);
}

function sums(page: Page, invoice: Invoice): void {
  const { document, say, money } = page;
  row(page, say('subtotal'), money(invoice.subtotal));
  if (Number(invoice.credit_applied) > 0) row(page, say('credit_applied'), money(`-${invoice.credit_applied}`));
  if (Number(invoice.tax_rate) > 0) row(page, say('tax', { rate: Number(invoice.tax_rate) }), money(invoice.tax));
  rule(document);
  row(page, say('total'), money(invoice.total), true);
  if (Number(invoice.refunded) > 0) row(page, say('refunded'), money(`-${invoice.refunded}`));
  if (Number(invoice.due) > 0) row(page, say('left_to_pay'), money(invoice.due), true);
  if (invoice.void_reason) {
    document.moveDown(1).font(REGULAR).fontSize(10).fillColor(FAINT);
    document.text(say('void_reason', { reason: invoice.void_reason }), { width: WIDTH });
  }
}
