import type { Worker } from 'node:worker_threads';
import type { CreditNote } from '@poklik/contract/credit-notes';
import type { Invoice } from '@poklik/contract/invoices';
import type { Language } from '@poklik/contract/language';
import { startThread } from '../../../thread.ts';
import type { BankTransfer } from './bank-transfer.service.ts';

export type PrintedDocument =
  | { kind: 'invoice'; data: Invoice; bankTransfer: BankTransfer | null }
  | { kind: 'credit_note'; data: CreditNote };

export interface RenderRequest {
  id: number;
  printed: PrintedDocument;
  language: Language;
  /** A PNG of the operator. */
  logo: Uint8Array | undefined;
}

export type RenderResult = { id: number; bytes: Uint8Array } | { id: number; error: string };

/** The thread keeps its fonts in memory and ends after this long without work. */
const IDLE_MS = 60_000;

let thread: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastRequestId = 0;
const pendingRequests = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>();

export const renderInvoicePdf = (
  data: Invoice,
  language: Language,
  { logo, bankTransfer }: { logo: Uint8Array | undefined; bankTransfer: BankTransfer | null },
): Promise<Buffer> => render({ printed: { kind: 'invoice', data, bankTransfer }, language, logo });

export const renderCreditNotePdf = (
  data: CreditNote,
  language: Language,
  logo: Uint8Array | undefined,
): Promise<Buffer> => render({ printed: { kind: 'credit_note', data }, language, logo });

/** Renders in a worker thread, so that fonts and layout do not block requests. */
function render(document: Omit<RenderRequest, 'id'>): Promise<Buffer> {
  clearTimeout(idleTimer);
  thread ??= startRenderThread();
  lastRequestId += 1;
  const request: RenderRequest = { id: lastRequestId, ...document };
  return new Promise((resolve, reject) => {
    pendingRequests.set(request.id, { resolve, reject });
    thread?.ref();
    thread?.postMessage(request);
  });
}

function startRenderThread(): Worker {
  const worker = startThread(import.meta.url, 'invoice-pdf-thread');
  const close = (error: Error) => {
    if (thread === worker) thread = undefined;
    for (const { reject } of pendingRequests.values()) reject(error);
    pendingRequests.clear();
  };
  worker.on('message', (result: RenderResult) => {
    const order = pendingRequests.get(result.id);
    pendingRequests.delete(result.id);
    if ('bytes' in result) order?.resolve(Buffer.from(result.bytes));
    else order?.reject(new Error(result.error));
    if (pendingRequests.size > 0) return;
    // An idle thread must not keep the process alive.
    worker.unref();
    idleTimer = setTimeout(() => {
      thread = undefined;
      void worker.terminate();
    }, IDLE_MS).unref();
  });
  worker.on('error', close);
  worker.on('exit', () => thread === worker && close(new Error('invoice render thread exited')));
  return worker;
}
