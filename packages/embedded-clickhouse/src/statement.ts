/** A parsed request to ClickHouse's HTTP interface. */
export interface Statement {
  sql: string;
  /** Rows to insert, in the format of `sql`. */
  rows: Buffer | undefined;
  database: string;
  format: string;
  parameters: Record<string, string>;
  settings: Record<string, string>;
  readonly: boolean;
}

export class StatementRejected extends Error {
  /** A ClickHouse error code. */
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const QUESTION = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*(?:select|with|show|describe|desc|exists|explain)\b/i;
/** URL parameters of the HTTP interface; all others are ClickHouse settings. */
const HTTP_PARAMETERS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'readonly',
  'session_id',
  'role',
  'user',
  'password',
  'enable_http_compression',
  'http_zlib_compression_level',
  'send_progress_in_http_headers',
  'wait_end_of_query',
  'buffer_size',
  'compress',
  'decompress',
]);

/** Queries always run read-only. */
export function readStatement(address: URLSearchParams, body: Buffer): Statement {
  const inAddress = address.get('query') ?? '';
  const sql = inAddress ? inAddress.trim() : body.toString('utf8').trim();
  if (!sql) throw new StatementRejected(62, 'Syntax error: the query is empty. (SYNTAX_ERROR)');
  // A read-only query could still write a file with it. Values are parameters, so no query needs the word.
  if (/\boutfile\b/i.test(sql)) throw new StatementRejected(164, 'INTO OUTFILE is not allowed. (READONLY)');

  const parameters: Record<string, string> = {};
  const settings: Record<string, string> = {};
  for (const [name, value] of address) {
    const isParameter = name.startsWith('param_');
    if (!isParameter && HTTP_PARAMETERS.has(name)) continue;
    if (!NAME.test(name)) throw new StatementRejected(115, `Setting ${name} is unknown. (UNKNOWN_SETTING)`);
    if (isParameter) parameters[name] = value;
    else settings[name] = value;
  }
  const database = address.get('database') ?? 'default';
  if (!NAME.test(database)) throw new StatementRejected(81, `Database ${database} does not exist. (UNKNOWN_DATABASE)`);
  return {
    sql,
    rows: inAddress && body.length > 0 ? body : undefined,
    database,
    format: address.get('default_format') ?? 'TabSeparated',
    parameters,
    settings,
    readonly: QUESTION.test(sql) || (address.get('readonly') ?? '0') !== '0',
  };
}

const INSERT =
  /^insert\s+into\s+(?:table\s+)?(?<table>[\w.`"]+)\s*(?:\((?<columns>[^()]*)\))?\s*format\s+(?<format>\w+)$/i;

/** The parts of `INSERT INTO table (columns) FORMAT format`; the rows come separately. */
export function readInsert(sql: string): { table: string; columns: string[] | undefined; format: string } {
  const parts = INSERT.exec(sql)?.groups;
  if (!parts?.table || !parts.format) {
    throw new StatementRejected(62, 'Syntax error: expected INSERT INTO table (columns) FORMAT format. (SYNTAX_ERROR)');
  }
  const columns = parts.columns?.split(',').map((column) => column.trim().replace(/^[`"]|[`"]$/g, ''));
  return { table: parts.table.replaceAll(/[`"]/g, ''), columns, format: parts.format };
}
