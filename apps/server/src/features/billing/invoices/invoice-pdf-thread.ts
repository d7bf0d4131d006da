// Worker thread: loading fonts and rendering a PDF takes long enough to block other requests.
import { parentPort } from 'node:worker_threads';
import { renderCreditNote, renderInvoice } from './invoice-layout.ts';
import type { RenderRequest, RenderResult } from './invoice-pdf.ts';

parentPort?.on('message', async ({ id, printed, language, logo }: RenderRequest) => {
  const result: RenderResult = await (printed.kind === 'invoice'
    ? renderInvoice(printed.data, language, { logo, bankTransfer: printed.bankTransfer })
    : renderCreditNote(printed.data, language, logo)
  ).then(
    (bytes) => ({ id, bytes }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  parentPort?.postMessage(result);
});
