import { type Connection, CREDENTIALS } from '@poklik/contract/connections';
import type { ConnectionRow } from './connections.repo.ts';

/** Without the values of its credentials. */
export const toConnection = (row: ConnectionRow, campaigns: number): Connection => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  ...row.settings,
  events: row.events,
  statuses: row.statuses,
  is_active: row.isActive,
  credentials: CREDENTIALS.filter((name) => row.credentials[name] !== undefined),
  campaigns,
  created_at: row.createdAt.toISOString(),
});
