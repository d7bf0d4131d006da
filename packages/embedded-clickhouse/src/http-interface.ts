import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Engine, Outcome } from './engine.ts';
import { readStatement, StatementRejected } from './statement.ts';

const BODY_MAX = 64 * 1024 * 1024;

interface Options {
  /** With user name and password. */
  address: URL;
  /** Undefined until the engine is open. */
  engine: () => Engine | undefined;
  log: Logger;
}

/** The part of ClickHouse's HTTP interface that its client uses, so that embedded and server look the same. */
export async function serveHttpInterface({ address, engine, log }: Options): Promise<Server> {
  const credentials = `Basic ${Buffer.from(
    `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`,
  ).toString('base64')}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const open = engine();
    if (!open) return fail(response, 503, 210, 'The engine is still starting. (NETWORK_ERROR)');
    if (pathname === '/ping') return void response.end('Ok.\n');
    if (!isSame(request.headers.authorization ?? '', credentials)) {
      return fail(response, 403, 516, 'Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)');
    }
    if (request.headers['content-encoding']) {
      return fail(response, 400, 48, 'Compressed requests are not supported. (NOT_IMPLEMENTED)');
    }
    const outcome = await open.run(readStatement(searchParams, await readBody(request)));
    succeed(response, outcome, searchParams.get('query_id'));
  }

  // Bound parameters are in the URL, for which ClickHouse allows a megabyte.
  const server = createServer({ maxHeaderSize: 1024 * 1024, requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { code, message } = describe(error);
      log.debug({ code, err: error }, 'ClickHouse statement failed');
      if (!response.headersSent) fail(response, error instanceof StatementRejected ? 400 : 500, code, message);
      else response.destroy();
    });
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(address.port || 8123), address.hostname, resolve);
  });
  return server;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new StatementRejected(307, `A request may carry ${BODY_MAX} bytes. (TOO_MANY_BYTES)`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function succeed(response: ServerResponse, { bytes, readRows, writtenRows }: Outcome, queryId: string | null): void {
  response.setHeader(
    'X-ClickHouse-Summary',
    JSON.stringify({ read_rows: String(readRows), written_rows: String(writtenRows) }),
  );
  if (queryId) response.setHeader('X-ClickHouse-Query-Id', queryId);
  response.end(bytes);
}

function fail(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { 'X-ClickHouse-Exception-Code': String(code), Connection: 'close' });
  response.end(message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message}\n`);
}

function describe(error: unknown): { code: number; message: string } {
  if (error instanceof StatementRejected) return error;
  const { clickhouseCode, message } = error as { clickhouseCode?: number; message?: string };
  return { code: clickhouseCode ?? 1001, message: message ?? 'Unknown error. (STD_EXCEPTION)' };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
