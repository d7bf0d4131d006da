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
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  /** Where the current row starts. */
  let start = { line: 1, at: 0 };
  const endRow = (at: number): CsvRow[] => {
    const whole = plain.slice(start.at, at);
    const row = { line: start.line, cells: [...cells, cell], text: whole.replace(/[\r\n]+$/, '') };
    cells = [];
    cell = '';
    return whole.trim() === '' ? [] : [row];
  };
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain[at] as string;
    if (char === '\n') line += 1;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      yield* endRow(at);
      start = { line, at: at + 1 };
    } else if (char !== '\r') cell += char;
  }
  yield* endRow(plain.length);
}
