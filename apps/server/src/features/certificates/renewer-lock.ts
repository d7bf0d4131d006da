import pg from 'pg';

const LOCK = 'certificate orders';
const TIMEOUT_MS = 10_000;

/** One worker of an installation orders certificates: the one whose connection holds the lock. */
export function createRenewerLock(databaseUrl: string) {
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const connecting = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'poklik certificates',
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    const forget = () => {
      if (client === connecting) client = undefined;
    };
    // An unhandled connection error would end the process.
    connecting.on('error', forget);
    connecting.on('end', forget);
    await connecting.connect();
    client = connecting;
    return connecting;
  }

  return {
    /** Whether this process has the lock, which it keeps until the connection ends. */
    async hold(): Promise<boolean> {
      const own = client ?? (await connect());
      try {
        const { rows } = await own.query<{ ok: boolean }>(
          `select exists (select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())
            or pg_try_advisory_lock(hashtext($1)) as ok`,
          [LOCK],
        );
        return rows[0]?.ok === true;
      } catch (error) {
        await own.end().catch(() => undefined);
        throw error;
      }
    },
    async release(): Promise<void> {
      await client?.end().catch(() => undefined);
    },
  };
}
