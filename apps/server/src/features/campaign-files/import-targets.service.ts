import { AppError, type FieldProblem, invalidField } from '@poklik/contract/errors';
import { problemsByField } from '@poklik/contract/issues';
import { LanderBody } from '@poklik/contract/landers';
import { OfferBody } from '@poklik/contract/offers';
import { nameKey, type TargetIds } from '@poklik/domain/campaign-files/file-targets';
import { targetNames } from '@poklik/domain/campaign-files/target-names';
import { isTimezone } from '@poklik/domain/profile/timezone';
import type * as z from 'zod/mini';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { isRedirectLoop } from '../campaigns/redirect-loop.service.ts';
import { listDomainHosts } from '../domains/link-origins.service.ts';
import { listLandersById } from '../landers/landers.repo.ts';
import { createLander } from '../landers/landers.service.ts';
import { listOffersById } from '../offers/offers.repo.ts';
import { createOffer, offerScope } from '../offers/offers.service.ts';
import { listTargetsNamed } from './campaign-files.repo.ts';
import type { CampaignFile, FileThing } from './read-file.service.ts';

type Tools = Pick<Services, 'db' | 'config'>;

export interface ImportedTarget {
  kind: 'offer' | 'lander';
  thing: FileThing;
  result: 'create' | 'use' | 'skip';
  differs: boolean;
  problems: Record<string, FieldProblem[]>;
}

interface Known {
  id: number;
  name: string;
  settings: { url: string };
}

/**
 * Creates offers and landers that the account doesn't have by name, each in a transaction of its own; a preview only
 * checks them. Known ones are never changed, because other campaigns lead to them too.
 */
export async function importTargets(
  tools: Tools,
  caller: Caller,
  file: CampaignFile,
  isDryRun: boolean,
): Promise<{ ids: TargetIds; targets: ImportedTarget[] }> {
  const { offers, landers } = await loadKnown(tools, caller, file);
  const hosts = await listDomainHosts(tools.db, caller.accountId);
  const check = ({ url, timezone = 'UTC' }: { url: string; timezone?: string }) => {
    if (isRedirectLoop(url, tools.config, hosts)) throw invalidField('url', 'redirect_loop');
    if (!isTimezone(timezone)) throw invalidField('timezone', 'timezone');
  };
  /** Stands for the ID that a new one will get. */
  let preview = PREVIEW_ID;
  const previewOf = ({ name, url }: { name: string; url: string }): Known => {
    preview += 1;
    return { id: preview, name, settings: { url } };
  };
  const targets: ImportedTarget[] = [];
  for (const thing of file.offers)
    targets.push(
      await importOne(thing, 'offer', offers, async () => {
        const { fallback, network_id: _, fallback_offer_id: __, ...settings } = thing.settings;
        const fallbackId = typeof fallback === 'string' ? offers.get(nameKey(fallback))?.id : undefined;
        if (fallback != null && fallbackId === undefined) throw invalidField('fallback', 'target_unknown');
        const named = fallbackId === undefined ? {} : { fallback_offer_id: fallbackId };
        const body = parse(OfferBody, { ...settings, ...named });
        check(body);
        return isDryRun ? previewOf(body) : createOffer(tools, caller, body);
      }),
    );
  for (const thing of file.landers)
    targets.push(
      await importOne(thing, 'lander', landers, async () => {
        const { direct_campaign_id: _, ...settings } = thing.settings;
        const body = parse(LanderBody, settings);
        check(body);
        return isDryRun ? previewOf(body) : createLander(tools, caller, body);
      }),
    );
  const toIds = (known: ReadonlyMap<string, Known>) => new Map([...known].map(([name, { id }]) => [name, id]));
  return { ids: { offers: toIds(offers), landers: toIds(landers) }, targets };
}

/** Far above all IDs of a database. */
const PREVIEW_ID = 1e15;

/** Those that the caller has access to, by name. */
async function loadKnown({ db }: Tools, caller: Caller, file: CampaignFile) {
  const named = targetNames(file.campaigns.map(({ settings }) => settings));
  const ownNames = (list: readonly FileThing[]) => list.map(({ name }) => name);
  const fallbacks = file.offers.map(({ settings }) => String(settings.fallback ?? ''));
  const scope = offerScope(caller);
  const idsOf = async (kind: 'offer' | 'lander', names: readonly string[]) =>
    (await listTargetsNamed(db, caller.accountId, kind, names)).map(({ id }) => id);
  const offerIds = await idsOf('offer', [...named.offers, ...ownNames(file.offers), ...fallbacks]);
  const landerIds = await idsOf('lander', [...named.landers, ...ownNames(file.landers)]);
  return {
    offers: byName(await listOffersById(db, scope, offerIds)),
    landers: byName(await listLandersById(db, scope, landerIds)),
  };
}

const byName = (list: readonly Known[]): Map<string, Known> => new Map(list.map((each) => [nameKey(each.name), each]));

function parse<Body>(schema: z.ZodMiniType<Body>, value: unknown): Body {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new AppError('invalid_request', { fields: problemsByField(parsed.error.issues) });
  return parsed.data;
}

async function importOne(
  thing: FileThing,
  kind: ImportedTarget['kind'],
  known: Map<string, Known>,
  create: () => Promise<Known>,
): Promise<ImportedTarget> {
  const found = known.get(nameKey(thing.name));
  if (found) return { kind, thing, result: 'use', differs: found.settings.url !== thing.settings.url, problems: {} };
  try {
    known.set(nameKey(thing.name), await create());
    return { kind, thing, result: 'create', differs: false, problems: {} };
  } catch (error) {
    const problems = readProblems(error);
    return { kind, thing, result: 'skip', differs: false, problems };
  }
}

/** Errors about the input; others are not for the report. */
export function readProblems(error: unknown): Record<string, FieldProblem[]> {
  if (!(error instanceof AppError)) throw error;
  const { fields, values } = error.details;
  if (fields) return fields;
  if (error.code === 'limit_reached') return { name: [{ key: 'targets_max', values: values ?? {} }] };
  throw error;
}
