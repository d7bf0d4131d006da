// A program for tests to kill: writes to the event log under load, like a tracker. Acknowledged IDs go to a separate
// file at once, which lists what must not be lost.
import { randomBytes } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEventLog } from '@poklik/event-log/event-log';
import { claimOwnFolder } from '@poklik/event-log/own-folder';
import { pino } from 'pino';
import { clickRecord } from '../conversions/click-records.ts';

const AT_ONCE = 64;
const STEADY_PAUSE_MS = 50;
/** Writes `fastRecords` at full speed, then about a thousand per second. */
const [events = '', acknowledged = '', refused = '', fastRecords = '0'] = process.argv.slice(2);
const eventLog = openEventLog({ folder: await claimOwnFolder(events), ack: 'write', log: pino({ level: 'silent' }) });
const good = openSync(acknowledged, 'a');
const bad = openSync(refused, 'a');
const boot = randomBytes(6).toString('hex');

for (let count = 0; ; count += AT_ONCE) {
  const ids = Array.from({ length: AT_ONCE }, (_, index) => `${boot}-${count + index}`);
  const payloads = ids.map((click_id, index) =>
    clickRecord({
      click_id,
      at: Date.now(),
      campaign_id: 1 + (index % 5),
      visitor: count + index,
      sub1: 'x'.repeat(60),
    }),
  );
  const answers = await Promise.all(payloads.map((payload) => eventLog.append('c', payload)));
  const kept = ids.filter((_, index) => answers[index]);
  writeSync(good, kept.map((id) => `${id}\n`).join(''));
  if (kept.length < ids.length) writeSync(bad, '!'.repeat(ids.length - kept.length));
  if (count >= Number(fastRecords)) await sleep(STEADY_PAUSE_MS);
}
