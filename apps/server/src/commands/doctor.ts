import { type Check, runCheck } from '../doctor/check.ts';
import { checkBackups, checkClickLog, checkSecrets } from '../doctor/data-checks.ts';
import { checkClock, checkDisk, checkMemory } from '../doctor/machine-checks.ts';
import { checkCertificates, checkDns, checkPorts, checkSmtp } from '../doctor/network-checks.ts';
import { checkShards } from '../doctor/shard-checks.ts';
import { EXIT, type RunCommand } from './command.ts';

const CHECKS: readonly Check[] = [
  { name: 'Memory', run: checkMemory },
  { name: 'Disk', run: checkDisk },
  { name: 'Clock', run: checkClock },
  { name: 'Port', run: checkPorts },
  { name: 'DNS', run: checkDns },
  { name: 'Certificate', run: checkCertificates },
  { name: 'SMTP', run: checkSmtp },
  { name: 'Secrets', run: checkSecrets },
  { name: 'Backups', run: checkBackups },
  { name: 'Shards', run: checkShards },
  { name: 'Click log', run: checkClickLog },
];

/** Changes nothing, and sends nothing to anyone. */
export const runDoctor: RunCommand = async ({ config, print }) => {
  let problems = 0;
  const found = CHECKS.map((check) => ({ name: check.name, results: runCheck(check, config) }));
  for (const { name, results } of found) {
    for (const { state, text } of await results) {
      if (state === 'problem') problems += 1;
      print(`${state.padEnd('problem'.length)}  ${name}: ${text}`);
    }
  }
  print(problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`);
  return problems === 0 ? EXIT.ok : EXIT.findings;
};
