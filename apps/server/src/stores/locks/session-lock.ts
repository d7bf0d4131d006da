import pg from 'pg';

const TIMEOUT_MS = 10_000;

/** A lock that one process of an installation has, for as long as its connection lives. */
export function createSessionLock(databaseUrl: string, name: string) {
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const connecting = new pg.Client({
      connectionString: databaseUrl,
      application_name: `poklik ${name}`,
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
          [name],
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
