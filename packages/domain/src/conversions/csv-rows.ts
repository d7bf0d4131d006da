export interface CsvRow {
  /** 1-based line number. */
  line: number;
  cells: readonly string[];
  text: string;
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Rows of a CSV file, lazily. The separator is the most frequent one in the first line. */
export function* csvRows(text: string): Generator<CsvRow, void> {
  const plain = text.replace(/^\uFEFF/, '');
  const [head = ''] = plain.split(/\r?\n/, 1);
  const counts = SEPARATORS.map((char) => head.split(char).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
  let [cells, cell, line, start, from, isQuoted]: [string[], string, number, number, number, boolean] = [
    [],
    '',
    1,
    1,
    0,
    false,
  ];
  const endRow = (at: number): CsvRow[] => {
    const whole = plain.slice(from, at);
    const row = { line: start, cells: [...cells, cell], text: whole.replace(/[\r\n]+$/, '') };
    [cells, cell] = [[], ''];
    return whole.trim() === '' ? [] : [row];
  };
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] as string;
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      yield* endRow(at);
      [start, from] = [line, at + 1];
    } else if (sign !== '\r') cell += sign;
  }
  yield* endRow(plain.length);
}
