import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** Writes the JSON log lines of a child process to the log of this one, which knows the format the operator wants. */
export function relayLog(output: Readable, log: Logger): void {
  createInterface({ input: output }).on('line', (line) => {
    const record = parseRecord(line);
    if (!record) return log.info({ line }, 'embedded ClickHouse output');
    const { level, time: _, msg, ...fields } = record;
    log[(log.levels.labels[level] ?? 'info') as Level](fields, msg);
  });
}

/** Undefined for what the engine itself prints. */
function parseRecord(line: string): { level: number; time: number; msg: string } | undefined {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null && 'level' in record && 'msg' in record
      ? (record as { level: number; time: number; msg: string })
      : undefined;
  } catch {
    return undefined;
  }
}
