import {
  type CatalogueSource,
  TRAFFIC_SOURCE_CATALOGUE,
} from '@poklik/domain/traffic-sources/traffic-source-catalogue';
import type { Database } from '../../stores/postgres.ts';
import { upsertShippedSources } from './traffic-sources.repo.ts';

/** Runs at every start, so that a release can add and correct templates. */
export async function syncTrafficSources(
  db: Database,
  catalogue: readonly CatalogueSource[] = TRAFFIC_SOURCE_CATALOGUE,
): Promise<void> {
  await upsertShippedSources(
    db,
    catalogue.map(({ code, name, revision, ...details }) => ({ code, name, details, catalogueRevision: revision })),
  );
}
