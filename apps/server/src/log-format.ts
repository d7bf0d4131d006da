const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
};
const ERROR_LEVEL = 50;

interface LogLine {
  level: number;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

/** A log line for a terminal: `14:03:07 tracker ready campaigns=12`. */
export function formatLogLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as LogLine;
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${formatValue(value)}`);
  const reason = err?.message === undefined ? '' : `: ${firstLine(err.message)}`;
  const stack = level >= ERROR_LEVEL && err?.stack ? `${err.stack.replace(/^/gm, '  ')}\n` : '';
  return `${time.slice(11, 19)} ${LEVELS[level] ?? ''}${msg}${reason}${details.join('')}\n${stack}`;
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
