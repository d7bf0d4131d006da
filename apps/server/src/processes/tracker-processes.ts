import { startTrackerProcess, type TrackerProcess } from './tracker-process.ts';

export interface TrackerProcesses {
  /** Resolves when all serve the public ports; rejects with a message for the operator. */
  listening: Promise<void>;
  /** Why visitors are not redirected or not recorded, if so. */
  problem(): string | undefined;
  connectTo(databaseUrl: string): void;
  setVisitorKey(key: string): void;
  setPassKeys(keys: readonly string[]): void;
  setCertificateKey(key: string): void;
  stop(): Promise<void>;
}

/** Trackers that share the public ports: when one ends, only its connections fail. */
export function startTrackerProcesses(
  count: number,
  options: Parameters<typeof startTrackerProcess>[0],
): TrackerProcesses {
  const trackers = Array.from({ length: count }, () => startTrackerProcess(options));
  const send = (...message: Parameters<TrackerProcess['send']>) => {
    for (const tracker of trackers) tracker.send(...message);
  };
  const listening = Promise.all(trackers.map((tracker) => tracker.listening)).then(() => undefined);
  listening.catch(() => undefined);
  return {
    listening,
    problem() {
      const running = trackers.filter((tracker) => tracker.isRunning());
      const problems = (running.length > 0 ? running : trackers).map((tracker) => tracker.problem());
      return problems.find((problem) => problem !== undefined);
    },
    connectTo: (databaseUrl) => send({ databaseUrl }),
    setVisitorKey: (visitorKey) => send({ visitorKey }),
    setPassKeys: (passKeys) => send({ passKeys }),
    setCertificateKey: (certificateKey) => send({ certificateKey }),
    async stop() {
      await Promise.all(trackers.map((tracker) => tracker.stop()));
    },
  };
}
