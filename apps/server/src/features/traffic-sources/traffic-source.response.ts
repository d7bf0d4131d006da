import type { TrafficSource } from '@poklik/contract/traffic-sources';
import type { TrafficSourceRow } from './traffic-sources.repo.ts';

export const toTrafficSource = ({ details, ...row }: TrafficSourceRow): TrafficSource => ({
  ...details,
  id: row.id,
  code: row.code,
  name: row.name,
  revision: row.revision,
  is_own: row.accountId !== null,
  is_shipped: row.catalogueRevision !== null,
  is_hidden: row.isHidden,
  updated_at: row.updatedAt.toISOString(),
});
