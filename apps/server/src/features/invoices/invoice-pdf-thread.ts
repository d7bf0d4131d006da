// The thread that draws invoices: reading the fonts and drawing takes long enough to hold up every other request.
import { parentPort } from 'node:worker_threads';
import { drawInvoice } from './invoice-drawing.ts';
import type { DrawingOrder, DrawingResult } from './invoice-pdf.ts';

parentPort?.on('message', async ({ id, invoice, language }: DrawingOrder) => {
  const result: DrawingResult = await drawInvoice(invoice, language).then(
    (bytes) => ({ id, bytes }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  parentPort?.postMessage(result);
});
