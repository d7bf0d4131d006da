import { Agent, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createHttpServer, drainServer, listenOn } from './http-server.ts';

const CLIENTS = 30;

async function serve(answerAfterMs: number): Promise<{ server: Server; port: number }> {
  const server = createHttpServer((_, res) => void setTimeout(() => res.end('done'), answerAfterMs));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Sends requests on one keep-alive connection until the server closes it; returns all failures. */
async function client(port: number, onAnswer: () => void): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const failures: string[] = [];
  for (;;) {
    const failure = await new Promise<string | undefined>((resolve) => {
      get({ port, host: '127.0.0.1', agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.complete ? undefined : 'cut short'));
      }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    if (failure === undefined) onAnswer();
    else if (failure === 'ECONNREFUSED') return failures;
    else failures.push(failure);
  }
}

describe('drainServer', () => {
  it('resets no keep-alive connection under load', async () => {
    const { server, port } = await serve(3);
    let answered = 0;
    const clients = Array.from({ length: CLIENTS }, () => client(port, () => (answered += 1)));
    while (answered < 10 * CLIENTS) await sleep(5);
    await drainServer(server);
    expect((await Promise.all(clients)).flat()).toEqual([]);
  });

  it('finishes responses and does not wait for unused connections', async () => {
    const { server, port } = await serve(1_500);
    const idle = connect(port, '127.0.0.1');
    const answer = fetch(`http://127.0.0.1:${port}/`);
    await sleep(100);
    const drained = drainServer(server);
    expect(await (await answer).text()).toBe('done');
    await drained;
    idle.destroy();
  });
});

describe('listenOn', () => {
  it('waits for the port of a program that was just killed, also when the clock is set forward', async () => {
    const { server: before, port } = await serve(0);
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 3_600_000;
      return now;
    });
    const after = createHttpServer((_, res) => res.end());
    try {
      const listening = listenOn(after, { host: '127.0.0.1', port });
      await sleep(50);
      before.close();
      await listening;
      expect(after.listening).toBe(true);
    } finally {
      vi.restoreAllMocks();
      before.close();
      after.close();
    }
  });
});
