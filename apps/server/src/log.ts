import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { LogFormat } from './config.ts';
import { formatLogLine } from './log-format.ts';

const SECRETS = ['password', 'password_confirmation', 'token', 'secret', 'authorization', 'cookie'];

/** JSON lines, or readable lines on a terminal, with secrets masked. */
export function createLog(
  level: string,
  format: LogFormat = isatty(1) ? 'text' : 'json',
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '***' },
    serializers: { err: serializeError },
  };
  return pino(options, format === 'json' ? destination : { write: (line) => destination.write(formatLogLine(line)) });
}

/** A failed query carries its parameters, and PostgreSQL's detail quotes them: password hashes and email addresses. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { params: _, detail: __, where: ___, ...safe } = stdSerializers.err(withoutParams(error));
  return safe;
}

function withoutParams(error: Error): Error {
  if (!('params' in error) || !('query' in error)) return error;
  const safe = new Error(`Failed query: ${String(error.query)}`, { cause: error.cause });
  safe.stack = `${safe.message}\n${(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')}`;
  return safe;
}
