import { reconcile } from '../features/billing/ledger/reconcile.service.ts';
import { withRunningDatabase } from '../stores/running-database.ts';
import { EXIT, type RunCommand } from './command.ts';

/** Changes nothing. */
export const runReconcile: RunCommand = async ({ config, print }) => {
  const findings = await withRunningDatabase(config, ({ db }) => reconcile(db));
  for (const { rule, what } of findings) print(`${what}: violates "${rule}"`);
  print(findings.length === 0 ? 'The books add up.' : `${findings.length} findings.`);
  return findings.length === 0 ? EXIT.ok : EXIT.findings;
};
