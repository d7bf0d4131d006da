// Runs the benchmarks and prints each result next to the limit of the same machine in the same run:
// node src/bench.mjs [--quick] [--only=tracker,domains,blocked-api,…]
import { build } from '../../scripts/build.mjs';
import { measureBackup } from './backup.mjs';
import { measureBlockedApi } from './blocked-api.mjs';
import { measureCampaigns } from './campaigns.mjs';
import { measureDomains } from './domains.mjs';
import { measureExpected } from './expected.mjs';
import { measureFreshness } from './freshness.mjs';
import { measureIngest } from './ingest.mjs';
import { measureNeighbours } from './neighbours.mjs';
import { measureSmallServer } from './small-server.mjs';
import { measureStatistics } from './statistics.mjs';
import { watchStolen } from './stolen.mjs';
import { measureTracker } from './tracker.mjs';

const isQuick = process.argv.includes('--quick');
await build();
const measures = {
  tracker: () => measureTracker({ pairs: isQuick ? 1 : 3, seconds: isQuick ? 2 : 8 }),
  domains: () => measureDomains({ pairs: isQuick ? 3 : 9, seconds: isQuick ? 2 : 6 }),
  'blocked-api': () => measureBlockedApi({ pairs: isQuick ? 1 : 5 }),
  freshness: () => measureFreshness({ seconds: isQuick ? 3 : 30 }),
  ingest: () => measureIngest({ seconds: isQuick ? 3 : 120 }),
  campaigns: () => measureCampaigns({ rounds: isQuick ? 10 : 60 }),
  statistics: () =>
    measureStatistics(
      isQuick
        ? { few: 20_000, many: 200_000, early: 5, rounds: 10 }
        : { few: 1_000_000, many: 10_000_000, early: 150, rounds: 300 },
    ),
  expected: () => measureExpected(),
  neighbours: () => measureNeighbours({ seconds: isQuick ? 8 : 45 }),
  backup: () => measureBackup({ pairs: 3, seconds: isQuick ? 5 : 30 }),
  // An hour, so only when it is named.
  ...(process.argv.some((word) => word.includes('small-server')) && {
    'small-server': () => measureSmallServer({ seconds: isQuick ? 30 : 3_600 }),
  }),
};
const only = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const stolen = watchStolen();
const rows = [];
for (const [name, measure] of Object.entries(measures)) {
  if (!only || only.includes(name)) rows.push(...(await measure()));
}
printTable([...rows, ...stolen()]);

function printTable(rows) {
  const head = ['benchmark', 'result', 'limit', 'target', ''];
  const cells = rows.map(({ what, measured, limit = '', aim = '', holds }) => [
    what,
    measured,
    limit,
    aim,
    holds === undefined ? '' : holds ? 'ok' : 'MISSED',
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column].length)));
  const line = (texts) => `| ${texts.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  console.log(line(head));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const texts of cells) console.log(line(texts));
}
