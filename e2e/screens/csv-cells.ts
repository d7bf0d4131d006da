const MARK = '\uFEFF';
/** Spreadsheets differ in which of these separate cells; some accept all of them. */
const SEPARATOR = /[,;\t]/;
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Parses cells as a spreadsheet does: quotes only count at the start of a cell. */
export function csvCells(file: string): string[][] {
  const text = file.startsWith(MARK) ? file.slice(MARK.length) : file;
  const rows: string[][] = [[]];
  let cell = '';
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"' && cell === '') {
      const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(at));
      if (!quoted) throw new Error(`A quote never ends: ${text.slice(at, at + 60)}`);
      cell = (quoted[1] ?? '').replaceAll('""', '"');
      at += quoted[0].length - 1;
    } else if (SEPARATOR.test(sign)) endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '') endCell();
  return rows.filter(({ length }) => length > 0);
}

/** Cells that a spreadsheet would evaluate as formulas. */
export const formulasIn = (file: string): string[] =>
  csvCells(file)
    .flat()
    .filter((cell) => FORMULA.test(cell) && !NUMBER.test(cell));
