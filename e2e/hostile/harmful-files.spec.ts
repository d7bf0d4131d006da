import { deflateSync } from 'node:zlib';
import { expect, test } from '../fixture.ts';
import { actionsIn } from '../money/pdf-actions.ts';
import { formulasIn } from '../screens/csv-cells.ts';
import { FORMULAS, PDF_ACTION } from './script-payloads.ts';

const pdf = (...objects: string[]) => Buffer.from(`%PDF-1.7\n${objects.join('\n')}\n%%EOF`, 'latin1');
const titled = (title: string) => pdf(`1 0 obj\n<< /Type /Catalog /Title (${title}) >>\nendobj`);

test('detects formulas in CSV files, but not numbers or text', () => {
  for (const formula of FORMULAS) {
    expect(formulasIn(`\uFEFFa,b\r\n-1.5,"${formula.replaceAll('"', '""')}"\r\n`)).toEqual([formula]);
    expect(formulasIn(`a;"'${formula.replaceAll('"', '""')}",-2\r\n`)).toEqual([]);
  }
});

test('detects PDF actions, including compressed and escaped ones', () => {
  expect(actionsIn(titled(PDF_ACTION)), 'a text that ends early').toEqual(['OpenAction', 'JavaScript', 'JS']);
  expect(actionsIn(titled(PDF_ACTION.replace(/[()]/g, '\\$&'))), 'the same as a text').toEqual([]);
  const named = '1 0 obj\n<< /J#61vaScript 2 0 R /Names << /EmbeddedFiles 3 0 R >> >>\nendobj';
  expect(actionsIn(pdf(named))).toEqual(['JavaScript', 'EmbeddedFiles']);
  const packed = deflateSync('9 0 << /Type /Action /S /URI /URI (http://x.test) >>').toString('latin1');
  const stream = `2 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n${packed}\nendstream\nendobj`;
  expect(actionsIn(pdf(stream))).toEqual(['URI', 'URI']);
});
