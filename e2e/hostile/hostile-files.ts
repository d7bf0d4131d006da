import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Invoice } from '@poklik/contract/invoices';
import en from '@poklik/locales/en/conversions.json' with { type: 'json' };
import { dialog } from '../campaigns/campaigns.ts';
import { expect } from '../fixture.ts';
import { actionsIn } from '../money/pdf-actions.ts';
import { pdfText } from '../money/pdf-text.ts';
import { csvCells, formulasIn } from '../screens/csv-cells.ts';
import type { Look } from './hostile-dialogs.ts';
import { FORMULAS, PAYLOADS, packed } from './script-payloads.ts';
import { soft } from './script-watch.ts';

const EACH = PAYLOADS.map(({ text }) => text);
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Transaction id of an imported conversion. */
export const imported = (text: string): string => `import ${text}`;

/** A conversion file whose headers and cells are payloads; the rows that the dialog shows come first. */
function hostileImport(clickIds: readonly string[]) {
  const filler = (text: string, place: number) => [text, text, text, text, FORMULAS[place % FORMULAS.length] ?? ''];
  const bad = packed(128).map((text, place) => ['nobody', text, '1', '', text, ...filler(text, place)]);
  const rows = PAYLOADS.flatMap(({ text }, place) => {
    const row = (click: string, payout: string, currency: string) => [
      ...[click, text, payout, currency, imported(text)],
      ...filler(text, place),
    ];
    const good = row(clickIds[place] ?? '', '1', '');
    const others = [row(text, '1', ''), row(good[0] ?? '', text, ''), row(good[0] ?? '', '1', text), row('', '1', '')];
    return [good, good, ...others];
  });
  const params = [1, 2, 3, 4, 5].map((number) => `param${number}`);
  const head = ['click_id', 'status', 'payout', 'currency', 'txid', ...params, ...EACH, ...FORMULAS];
  const lines = [head, ...bad, ...rows].map((cells) => cells.map(quoted).join(','));
  return {
    text: lines.join('\n'),
    head,
    /** Rows as the dialog shows them. */
    examples: lines.slice(1, bad.length + 1),
    counts: {
      ok: EACH.length,
      duplicate: EACH.length,
      unknown_click: bad.length + EACH.length,
      bad_row: 3 * EACH.length,
    },
    refused: [...bad, ...rows.filter((_row, place) => place % 6 !== 0)],
  };
}

/** Previews the import, downloads the rejected rows and adds the valid ones. */
export async function importConversions(page: Page, look: Look, clickIds: readonly string[]): Promise<void> {
  const file = hostileImport(clickIds);
  await page.getByRole('button', { name: en.import.open }).click();
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog(page).getByRole('button', { name: en.import.file }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file.text) });
    await expect(dialog(page).getByRole('status')).toHaveText(name);
  };
  for (const name of packed(255)) await choose(`${name}.csv`.replaceAll('/', '∕'));
  await look('the file that was chosen', EACH.map(quoted));
  await dialog(page).getByRole('button', { name: en.import.check }).click();
  for (const [verdict, count] of Object.entries(file.counts) as [keyof typeof file.counts, number][])
    await expect(dialog(page)).toContainText(`${en.import.verdict[verdict]}: ${count}`);
  await look('what would become of the file', file.examples);
  const rest = page.waitForEvent('download');
  await dialog(page)
    .getByRole('button', { name: `Download ${file.refused.length} rejected rows` })
    .click();
  const text = await readFile(await (await rest).path(), 'utf8');
  expect((await rest).suggestedFilename()).toBe('bad-rows.csv');
  soft(formulasIn(text), 'the rows that do not count').toEqual([]);
  const said = csvCells(text).map((cells) => cells.slice(1).map((cell) => cell.replace(/^'([=+\-@＝])/, '$1')));
  soft(said).toEqual([file.head, ...file.refused]);
  await dialog(page)
    .getByRole('button', { name: `Add ${EACH.length} conversions` })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await look('the list with what the file brought', []);
}

/** Opens an API URL in the browser; its headers must force a download and block scripts. */
export async function openedFile(page: Page, address: string, type: string): Promise<Buffer> {
  const [answer, download] = await Promise.all([
    page.waitForResponse(address),
    page.waitForEvent('download'),
    page.goto(address).catch(() => undefined),
  ]);
  soft(answer.headers(), address).toMatchObject({
    'content-type': expect.stringContaining(type),
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
  });
  return readFile(await download.path());
}

const unbroken = (text: string): string => text.replace(/\s/g, '');

/** The PDF contains all invoice data and no actions. */
export function expectHarmlessInvoice(invoice: Invoice, file: Buffer): void {
  const { seller, bill_to: payer, lines, void_reason: reason, number } = invoice;
  // Long words wrap to the next line.
  const text = unbroken(pdfText(file));
  const paid = Object.values(payer).filter((value) => typeof value === 'string');
  const said = [...paid, seller.name, ...seller.details.split('\n'), reason ?? '', number];
  const names = lines.flatMap(({ tariff }) => tariff?.en ?? []);
  soft(
    [...said, ...names].filter((part) => !text.includes(unbroken(part))),
    `${number} says all of it`,
  ).toEqual([]);
  soft(actionsIn(file), number).toEqual([]);
}

/** Payloads that no invoice has in this field. */
export const unsaid = (invoices: readonly Invoice[], field: keyof Invoice['bill_to'], max: number): string[] =>
  packed(max).filter((text) => !invoices.some(({ bill_to: payer }) => payer[field] === text));
