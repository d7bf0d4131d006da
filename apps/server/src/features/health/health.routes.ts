import { AppError } from '@poklik/contract/errors';
import type { healthApi } from '@poklik/contract/health';
import { sql } from 'drizzle-orm';
import type { Handlers } from '../../http/bind.ts';
import type { Services } from '../../services.ts';

export const healthRoutes = ({ db, clickhouse, log }: Services): Handlers<typeof healthApi> => ({
  check: async () => {
    const [stats] = await Promise.all([clickhouse.ping(), db.execute(sql`select 1`)]);
    if (!stats.ok) {
      log.warn({ reason: stats.reason }, 'the statistics store does not answer');
      throw new AppError('unavailable');
    }
    return { status: 'ok' };
  },
});
