import type { Worker } from 'node:worker_threads';
import type { Invoice } from '@poklik/contract/invoices';
import type { Language } from '@poklik/contract/language';
import { startThread } from '../../thread.ts';

export interface DrawingOrder {
  id: number;
  invoice: Invoice;
  language: Language;
}

export type DrawingResult = { id: number; bytes: Uint8Array } | { id: number; error: string };

/** The thread keeps its fonts in memory; without work it ends after this long. */
const IDLE_MS = 60_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last = 0;
const waiting = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>();

/** An invoice as a PDF, drawn in a thread of its own. */
export function invoicePdf(invoice: Invoice, language: Language): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= open();
  last += 1;
  const order: DrawingOrder = { id: last, invoice, language };
  return new Promise((resolve, reject) => {
    waiting.set(order.id, { resolve, reject });
    thread?.ref();
    thread?.postMessage(order);
  });
}

function open(): Worker {
  const opened = startThread(import.meta.url, 'invoice-pdf-thread');
  const close = (error: Error) => {
    if (thread === opened) thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  opened.on('message', (result: DrawingResult) => {
    const order = waiting.get(result.id);
    waiting.delete(result.id);
    if ('bytes' in result) order?.resolve(Buffer.from(result.bytes));
    else order?.reject(new Error(result.error));
    if (waiting.size > 0) return;
    // Nothing to do is no reason to keep the program from ending.
    opened.unref();
    idle = setTimeout(() => {
      thread = undefined;
      void opened.terminate();
    }, IDLE_MS).unref();
  });
  opened.on('error', close);
  opened.on('exit', () => thread === opened && close(new Error('the thread that draws invoices ended')));
  return opened;
}
