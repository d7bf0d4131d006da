// Computes the table of docs/capacity.md: `node scripts/capacity/capacity.mjs`.
import { pathToFileURL } from 'node:url';

/** Measured: see docs/capacity.md for where. */
export const MEASURED = { logBytes: 383, packedBytes: 45, storeBytes: 88, ingestCpuSeconds: 16.5e-6 };
/** Assumed. */
export const ASSUMED = {
  peakOverMean: 4,
  clicksPerCore: 3_000,
  load: 0.6,
  trafficBytes: 6_000,
  logDays: 7,
  storeDays: 90,
  archiveDays: 90,
  dollars: { core: 5, diskGb: 0.08, archiveGb: 0.02, trafficTb: 1 },
};

const VOLUMES = [1e6, 1e7, 1e8, 1e9];
/** From here on everything is there twice, so that any machine may fail. */
const TWICE_FROM = 1e8;
/** Cores for reports, and for the API, the worker and PostgreSQL together. */
const OTHER_CORES = { 1e6: [0.5, 0.5], 1e7: [1, 1], 1e8: [4, 4], 1e9: [16, 12] };

export function estimate(clicksPerDay) {
  const { peakOverMean, clicksPerCore, load, dollars } = ASSUMED;
  const peak = (clicksPerDay * peakOverMean) / 86_400;
  const [reports, application] = OTHER_CORES[clicksPerDay];
  const copies = clicksPerDay >= TWICE_FROM ? 2 : 1;
  const whole = (cores) => Math.max(1, Math.ceil(cores));
  const trackers = peak / clicksPerCore / load;
  const statistics = (peak * MEASURED.ingestCpuSeconds) / load + reports;
  const cores =
    copies === 1
      ? Math.max(2, Math.ceil(trackers + statistics + application))
      : copies * (whole(trackers) + whole(statistics) + whole(application));
  const gb = (bytes, days) => (clicksPerDay * bytes * days) / 1e9;
  const log = gb(MEASURED.logBytes, ASSUMED.logDays);
  const store = gb(MEASURED.storeBytes, ASSUMED.storeDays);
  const archive = gb(MEASURED.packedBytes, ASSUMED.archiveDays);
  const traffic = gb(ASSUMED.trafficBytes, 30) / 1e3;
  const price =
    cores * dollars.core +
    (log + store * copies) * dollars.diskGb +
    archive * dollars.archiveGb +
    traffic * dollars.trafficTb;
  return {
    peak,
    log,
    store: store * copies,
    archive,
    traffic,
    cores,
    copies,
    price: price / ((clicksPerDay * 30) / 1e6),
  };
}

const size = (gb) => (gb >= 1000 ? `${(gb / 1000).toFixed(1)} TB` : `${gb.toFixed(gb < 10 ? 1 : 0)} GB`);
const count = (number) => Math.round(number).toLocaleString('en');

export function capacityTable() {
  const rows = VOLUMES.map((volume) => {
    const { peak, log, store, archive, traffic, cores, copies, price } = estimate(volume);
    const cells = [
      ...[count(volume / 1e6), count(peak), size(log), size(store), size(archive), `${traffic.toFixed(1)} TB`],
      ...[count(cores), copies === 1 ? 'one machine' : 'everything twice', price.toFixed(2)],
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| million clicks a day | peak, clicks/s | click logs, 7 days | ClickHouse, 90 days | archive, 90 days | traffic a month | cores | machines | $ per million clicks |',
    `|${'---|'.repeat(9)}`,
    ...rows,
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${capacityTable()}\n`);
