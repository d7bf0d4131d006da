import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { listSegments } from '@poklik/event-log/list-segments';
import { readSegment } from '@poklik/event-log/read-segment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns } from '../stores/tables/campaigns.ts';
import { accounts } from '../stores/tables/users.ts';
import { processesOn } from '../testing/processes/processes.ts';
import { type RunningProgram, startProgram } from '../testing/processes/running-program.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { sendRequest, settingsOf, temporaryFolder, until } from '../testing/test-tracker.ts';

/** A connection that stays open, so it stays with the tracker that accepted it. */
interface Visitor {
  /** The status of a click, or the code of the error. */
  click(): Promise<number | string>;
}

describe('a program with two trackers', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let program: RunningProgram;
  const agents: Agent[] = [];
  const acknowledged: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    await insertCampaign('known');
    const settings = { DATABASE_URL: database.url, TRACKERS: '2', SMTP_URL: 'smtp://:secret@127.0.0.1:9' };
    program = await startProgram(await temporaryFolder(), settings);
  }, 180_000);
  afterAll(async () => {
    for (const agent of agents) agent.destroy();
    expect(await program?.stop()).toBe(0);
    expect(await processesOn(program.dataDir)).toEqual([]);
    await database?.drop();
    await rm(program.dataDir, { recursive: true, force: true });
  });

  async function insertCampaign(key: string): Promise<void> {
    const [account] = await database.db.insert(accounts).values({}).returning();
    const { name, status, ...rest } = settingsOf({ default_url: 'https://shop.test/?c={click_id}' });
    await database.db.insert(campaigns).values({
      ...{ accountId: account?.id ?? 0, key, name, status, postbackKey: 'k' },
      settings: { name, status, ...rest },
    });
  }

  const trackers = async (): Promise<number[]> => {
    const running = await processesOn(program.dataDir);
    return running.filter(({ command }) => command.includes('--child')).map(({ pid }) => pid);
  };

  /** Over a new connection, which any of the trackers accepts. */
  const statusOf = async (path: string): Promise<number> =>
    (await sendRequest(program.port, path, { connection: 'close' })).status;

  function connect(): Visitor {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return {
      async click() {
        try {
          const sent = request({ agent, host: '127.0.0.1', port: program.port, path: '/c/known' }).end();
          const [answer] = await once(sent, 'response');
          answer.resume();
          await once(answer, 'end');
          if (answer.statusCode === 302 && answer.headers['x-poklik-recorded'] === undefined)
            acknowledged.push(new URL(answer.headers.location).searchParams.get('c') ?? '');
          return answer.statusCode;
        } catch (error) {
          return (error as NodeJS.ErrnoException).code ?? String(error);
        }
      },
    };
  }

  /** While the others are stopped, so this one must accept the connections. */
  async function visitOnly(pid: number, visitors: readonly Visitor[]): Promise<void> {
    const others = (await trackers()).filter((other) => other !== pid);
    for (const other of others) process.kill(other, 'SIGSTOP');
    try {
      const isReady = () => statusOf('/v1/ready').then((status) => status === 200);
      await until(() => isReady().catch(() => false), 30_000);
      for (const visitor of visitors) expect(await visitor.click()).toBe(302);
      expect(await statusOf('/v1/register')).toBe(200);
    } finally {
      for (const other of others) process.kill(other, 'SIGCONT');
    }
  }

  it('answers links and the API through each of them', async () => {
    const pids = await trackers();
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      await visitOnly(pid, [connect(), connect()]);
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(environment).not.toMatch(/SMTP_URL|SUPER_ADMIN|DATABASE_URL/);
    }
  });

  it('loses only the connections of one that is killed, and no click', async () => {
    const [killed, other] = (await trackers()) as [number, number];
    const [ofKilled, ofOther] = [connect(), connect()];
    await visitOnly(killed, [ofKilled]);
    await visitOnly(other, [ofOther]);
    process.kill(killed, 'SIGKILL');
    // Only a tracker that connects to PostgreSQL from now on knows it.
    await insertCampaign('later');
    await until(async () => !(await trackers()).includes(killed));
    for (let turn = 0; turn < 50; turn += 1) {
      expect(await ofOther.click()).toBe(302);
      expect(await connect().click()).toBe(302);
    }
    expect(await statusOf('/v1/ready')).toBe(200);
    await until(async () => (await trackers()).length === 2, 30_000);
    const restarted = (await trackers()).find((pid) => pid !== other) ?? 0;
    await visitOnly(restarted, [connect()]);
    process.kill(other, 'SIGSTOP');
    await until(async () => (await statusOf('/c/later')) === 302, 30_000).finally(() => process.kill(other, 'SIGCONT'));

    const segments = await listSegments(join(program.dataDir, 'events'));
    expect(new Set(segments.map(({ path }) => path.split('/').at(-2))).size).toBe(2);
    const recorded: string[] = [];
    for (const { path } of segments)
      for await (const { kind, payload } of readSegment(path))
        if (kind === 'c') recorded.push(...acknowledged.filter((id) => payload.includes(id)));
    expect(recorded.sort()).toEqual(acknowledged.sort());
    expect(acknowledged.length).toBeGreaterThan(100);
  });

  it('lets visitors finish when it stops', async () => {
    const visitor = connect();
    expect(await visitor.click()).toBe(302);
    const clicks = Promise.all(Array.from({ length: 20 }, () => connect().click()));
    expect(await clicks).toEqual(Array(20).fill(302));
    expect(await program.stop()).toBe(0);
    expect(await processesOn(program.dataDir)).toEqual([]);
  });
});
