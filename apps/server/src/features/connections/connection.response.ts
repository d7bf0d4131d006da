import { API_PREFIX } from '@poklik/contract/api';
import { type Connection, CREDENTIALS, connectionsApi } from '@poklik/contract/connections';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import type { ConnectionRow } from './connections.repo.ts';

interface Context {
  caller: Caller;
  services: Pick<Services, 'secrets' | 'config'>;
  campaigns: number;
}

/** Without the values of its credentials. */
export const toConnection = (row: ConnectionRow, { caller, services, campaigns }: Context): Connection => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  ...row.settings,
  is_test: row.settings.is_test ?? false,
  events: row.events,
  statuses: row.statuses,
  is_active: row.isActive,
  credentials: CREDENTIALS.filter((name) => row.credentials[name] !== undefined),
  file_url: canSeeFile(caller) ? fileUrl(services, row) : null,
  campaigns,
  created_at: row.createdAt.toISOString(),
});

/** A file has conversions of all campaigns with money. */
const canSeeFile = ({ permissions, campaignIds, canSeeMoney, impersonation }: Caller): boolean =>
  permissions.includes('connections:write') && campaignIds === null && canSeeMoney && impersonation === null;

function fileUrl({ secrets, config }: Context['services'], { id, credentials }: ConnectionRow): string | null {
  if (credentials.file_key === undefined) return null;
  const key = `${id}-${secrets.open(credentials.file_key)}`;
  return `${config.publicUrl}${API_PREFIX}${connectionsApi.file.path.replace('{file_key}', key)}`;
}
