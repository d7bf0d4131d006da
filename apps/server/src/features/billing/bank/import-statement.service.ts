import { createHash } from 'node:crypto';
import type { BankMapping, BankReport } from '@poklik/contract/bank';
import { invalidField } from '@poklik/contract/errors';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { matchLine } from '@poklik/domain/bank/match-line';
import {
  fitsColumns,
  guessMapping,
  readLine,
  readStatement,
  type StatementLine,
  type StatementTable,
} from '@poklik/domain/bank/statement-file';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import type { Database } from '../../../stores/postgres.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findSavedMapping, insertLines, insertStatement, listCandidates, listKnownHashes } from './bank.repo.ts';

const PROBLEMS_MAX = 10;
const EXAMPLES_MAX = 5;

interface Upload {
  csv: string;
  file_name: string;
  mapping: BankMapping | null;
  dry_run: boolean;
}

/** Reads a bank's file as its mapping says. Without `dry_run`, the new lines wait for the operator's decision. */
export async function importStatement(db: Database, caller: Caller, upload: Upload): Promise<BankReport> {
  const table = readStatement(upload.csv);
  if (!table) throw invalidField('csv', 'bank_file');
  const mapping = await chooseMapping(db, table, upload.mapping);
  const report = { columns: table.columns.filter(Boolean), mapping, currency: BASE_CURRENCY };
  if (mapping === null) {
    if (!upload.dry_run) throw invalidField('mapping', 'bank_mapping');
    return { ...report, result: null, statement_id: null };
  }
  const lines = readLines(table, mapping);
  const incoming = lines.filter(({ verdict }) => verdict === 'ok').map(toNewLine);
  if (upload.dry_run) {
    const known = await listKnownHashes(db, incoming);
    return { ...report, result: await summarize(db, lines, known), statement_id: null };
  }
  return retryTransaction(db, async (tx) => {
    const known = await listKnownHashes(tx, incoming);
    const result = await summarize(tx, lines, known);
    const statementId = await insertStatement(tx, {
      ...{ fileName: upload.file_name, columns: table.columns, mapping, importedById: caller.userId },
    });
    const added = await insertLines(tx, statementId, incoming);
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'bank_statement.imported',
      entity: `bank_statement:${statementId}`,
      after: { file: upload.file_name, lines: added, total: result.total },
      ip: caller.ip,
    });
    return { ...report, result, statement_id: statementId };
  });
}

async function chooseMapping(db: Database, table: StatementTable, given: BankMapping | null) {
  if (given === null) return (await findSavedMapping(db, table.columns)) ?? guessMapping(table);
  if (!fitsColumns(given, table.columns)) throw invalidField('mapping', 'bank_columns');
  return given;
}

interface HashedLine extends StatementLine {
  hash: string;
}

/** The same line twice in a file is two payments; the same file twice is one. */
function readLines({ columns, rows }: StatementTable, mapping: BankMapping): HashedLine[] {
  const times = new Map<string, number>();
  return rows.map((row) => {
    const whole = row.cells.map((cell) => cell.trim()).join('\u001F');
    const time = times.get(whole) ?? 0;
    times.set(whole, time + 1);
    const hash = createHash('sha256').update(`${whole}\u001E${time}`).digest('hex');
    return { ...readLine(row, columns, mapping, BASE_CURRENCY), hash };
  });
}

const toNewLine = ({ hash, bankId, day, amountMinor, payer, purpose }: HashedLine) => ({
  ...{ rowHash: hash, bankId, day, amountMinor, currency: BASE_CURRENCY, payer, purpose },
});

type Result = NonNullable<BankReport['result']>;

async function summarize(db: Database, lines: readonly HashedLine[], known: ReadonlySet<string>): Promise<Result> {
  const counts: Result['counts'] = {};
  const problems: Result['problems'] = [];
  const fresh: HashedLine[] = [];
  for (const each of lines) {
    const verdict = each.verdict === 'ok' && known.has(each.hash) ? 'known' : each.verdict;
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    if (verdict === 'ok') fresh.push(each);
    else if (verdict.startsWith('bad_') && problems.length < PROBLEMS_MAX)
      problems.push({ line: each.line, verdict, text: each.text.slice(0, 300) });
  }
  return {
    ...{ rows: lines.length, counts, problems },
    total: fromMinor(fresh.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
    proposed: await countProposed(db, fresh),
    examples: fresh.slice(0, EXAMPLES_MAX).map(({ line, day, amountMinor, payer, purpose }) => ({
      ...{ line, day, amount: fromMinor(amountMinor), payer, purpose },
    })),
  };
}

const CHUNK = 500;

async function countProposed(db: Database, lines: readonly HashedLine[]): Promise<number> {
  let proposed = 0;
  for (let at = 0; at < lines.length; at += CHUNK) {
    const part = lines.slice(at, at + CHUNK);
    const owed = await listCandidates(db, {
      texts: part.map(({ purpose, payer }) => `${purpose} ${payer}`),
      amounts: [],
    });
    proposed += part.filter((line) => matchLine(line, owed).kind === 'proposed').length;
  }
  return proposed;
}
