import { open, writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Column, nativeRows } from './native-rows.ts';
import type { Insertion } from './sessions.ts';

/** From here on it pays to put rows into the engine's own format first. */
const MANY_BYTES = 256 * 1024;

/** Puts the rows into the file that the engine takes them from, and returns the format that they have there. */
export async function writeIncoming(
  path: string,
  { table, columns, format, rows }: Insertion,
  ask: (sql: string) => Promise<string>,
): Promise<string> {
  if (format === 'TabSeparated' && columns && rows.length >= MANY_BYTES) {
    const described = columnsOf(await ask(`DESCRIBE TABLE ${table}`), columns);
    if (await writeNative(path, rows, described)) return 'Native';
  }
  await writeFile(path, rows);
  return format;
}

async function writeNative(path: string, rows: Buffer, columns: readonly Column[]): Promise<boolean> {
  const file = await open(path, 'w');
  try {
    const blocks = nativeRows(rows, columns);
    for (;;) {
      const { value, done } = blocks.next();
      if (done) return value;
      await file.appendFile(value);
      await nextTurn(); // questions come in between
    }
  } finally {
    await file.close();
  }
}

/** The types of these columns, from lines of name, type, kind of default and more. Defaults are for the engine to apply. */
function columnsOf(description: string, names: readonly string[]): Column[] {
  const lines = description.split('\n').map((line) => line.split('\t'));
  return names.map((name) => {
    const [, type = '', byDefault = ''] = lines.find(([described]) => described === name) ?? [];
    return { name, type: byDefault === '' ? type : '' };
  });
}
