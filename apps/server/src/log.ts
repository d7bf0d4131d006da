import { isatty } from 'node:tty';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import type { LogFormat } from './config.ts';
import { textLine } from './log-text.ts';

const SECRETS = ['password', 'password_confirmation', 'token', 'secret', 'authorization', 'cookie'];

/** One JSON object a line, or a readable line on a terminal, with nothing in it that would open a door. */
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
  return pino(options, format === 'json' ? destination : { write: (line) => destination.write(textLine(line)) });
}

/** A failed query carries its values, and the server's detail quotes them: passwords' hashes and addresses of people. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { params: _, detail: __, where: ___, ...told } = stdSerializers.err(withoutValues(error));
  return told;
}

function withoutValues(error: Error): Error {
  if (!('params' in error) || !('query' in error)) return error;
  const told = new Error(`Failed query: ${String(error.query)}`, { cause: error.cause });
  told.stack = `${told.message}\n${(error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')}`;
  return told;
}
