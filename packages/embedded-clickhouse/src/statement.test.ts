import { describe, expect, it } from 'vitest';
import { readInsert, readStatement } from './statement.ts';

const read = (query: string, rest: Record<string, string> = {}) =>
  readStatement(new URLSearchParams({ query, ...rest }), Buffer.alloc(0));

describe('embedded ClickHouse statements', () => {
  it.each([
    'SELECT 1',
    '  with x as (select 1) select * from x',
    '(SELECT 1) UNION ALL (SELECT 2)',
    '-- a remark\nSELECT 1',
    '/* a remark */ explain select 1',
    'SHOW TABLES',
    'DESCRIBE TABLE t',
    'EXISTS TABLE t',
  ])('are read-only if they are queries: %s', (query) => {
    expect(read(query).readonly).toBe(true);
  });

  it.each(['INSERT INTO t SELECT 1', 'CREATE TABLE t (a Int8)', 'selection', 'ALTER TABLE t DELETE WHERE 1'])(
    'may write if they are not queries: %s',
    (query) => {
      expect(read(query).readonly).toBe(false);
      expect(read(query, { readonly: '1' }).readonly).toBe(true);
    },
  );

  it.each(["SELECT 1 INTO OUTFILE 'x'", "SELECT 1 into/**/outfile 'x'", "SELECT 1 INTO\nOutFile 'x'"])(
    'may not write files: %s',
    (query) => {
      expect(() => read(query)).toThrow('INTO OUTFILE is not allowed');
    },
  );

  it('take parameters and settings from the URL and reject names that could inject SQL', () => {
    const { parameters, settings } = read('SELECT 1', { param_id: "1'", max_threads: '2', query_id: 'x' });
    expect({ parameters, settings }).toEqual({ parameters: { param_id: "1'" }, settings: { max_threads: '2' } });
    expect(() => read('SELECT 1', { "a = 1, readonly = '0' --": '1' })).toThrow('UNKNOWN_SETTING');
    expect(() => read('SELECT 1', { 'param_a, b': '1' })).toThrow('UNKNOWN_SETTING');
    expect(() => read('SELECT 1', { database: 'x; DROP TABLE t' })).toThrow('UNKNOWN_DATABASE');
  });

  it('are read from the body if the URL has none', () => {
    const { sql, rows } = readStatement(new URLSearchParams(), Buffer.from(' SELECT 1 '));
    expect({ sql, rows }).toEqual({ sql: 'SELECT 1', rows: undefined });
  });

  it('provide the table, columns and format of an insert', () => {
    expect(readInsert('INSERT INTO `db`.`t` (a, `b`) FORMAT JSONEachRow')).toEqual({
      table: 'db.t',
      columns: ['a', 'b'],
      format: 'JSONEachRow',
    });
    expect(readInsert('insert into t format TSV')).toEqual({ table: 't', columns: undefined, format: 'TSV' });
    expect(() => readInsert('INSERT INTO FUNCTION file(1) FORMAT TSV')).toThrow('SYNTAX_ERROR');
  });
});
