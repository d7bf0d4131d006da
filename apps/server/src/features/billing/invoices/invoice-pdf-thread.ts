// Worker thread: loading fonts and rendering a PDF takes long enough to block other requests.
import { parentPort } from 'node:worker_threads';
import { renderInvoice } from './invoice-layout.ts';
import type { RenderRequest, RenderResult } from './invoice-pdf.ts';

parentPort?.on('message', async ({ id, invoice, language, logo }: RenderRequest) => {
  const result: RenderResult = await renderInvoice(invoice, language, logo).then(
    (bytes) => ({ id, bytes }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  parentPort?.postMessage(result);
});
