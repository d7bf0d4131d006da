import type { Logger } from 'pino';
import { type BackgroundLoop, runLoop } from '../../background-loop.ts';
import type { Database } from '../../stores/postgres.ts';
import type { LanderIndex } from '../campaigns/lander-index.ts';
import { addUnknownVisits } from './unknown-visits.repo.ts';

interface Options {
  landers: Pick<LanderIndex, 'countUnknown' | 'takeUnknown'>;
  /** A promise while PostgreSQL is starting. */
  db: Database | Promise<Database>;
  log: Logger;
}

/** Once a second, tells PostgreSQL how many visitors of landers have no click. */
export function startUnknownVisitSync({ landers, db, log }: Options): { close(): Promise<void> } {
  let loop: BackgroundLoop | undefined;
  let isClosing = false;

  async function report(target: Database): Promise<void> {
    const visits = landers.takeUnknown();
    if (visits.size === 0) return;
    try {
      await addUnknownVisits(target, visits);
    } catch (error) {
      for (const [id, count] of visits) for (let each = 0; each < count; each += 1) landers.countUnknown(id);
      throw error;
    }
  }

  void Promise.resolve(db).then(
    (target) => {
      if (isClosing) return;
      const iterate = () => report(target).then(() => false);
      loop = runLoop({ failure: 'visits of landers without a click cannot be counted', log, iterate });
    },
    () => undefined, // stopped before PostgreSQL was there
  );

  return {
    /** What was counted in the last second is lost: it is only a hint. */
    async close() {
      isClosing = true;
      await loop?.stop();
    },
  };
}
