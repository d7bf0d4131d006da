import { isDeepStrictEqual } from 'node:util';
import { AppError, invalidField } from '@poklik/contract/errors';
import {
  NETWORK_TEMPLATES_MAX,
  type NetworkTemplate,
  type NetworkTemplateBody,
} from '@poklik/contract/network-templates';
import { mergeTemplates, NETWORK_TEMPLATES, type OwnTemplate } from '@poklik/domain/networks/network-templates';
import { detailsOf } from '@poklik/domain/networks/template-details';
import { sourceCode } from '@poklik/domain/traffic-sources/source-code';
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../stores/postgres.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { listOwnTemplates, lockTemplates, removeOwnTemplate, saveOwnTemplate } from './network-templates.repo.ts';

/** Hidden ones too. */
export const listTemplates = async (db: Database): Promise<NetworkTemplate[]> =>
  mergeTemplates(await listOwnTemplates(db));

/** Hidden ones only for those who can show them again. */
export const listVisibleTemplates = async (db: Database, { permissions }: Caller): Promise<NetworkTemplate[]> => {
  const all = await listTemplates(db);
  return permissions.includes('instructions:write') ? all : all.filter(({ is_hidden }) => !is_hidden);
};

/** What a new network can be made from. */
export const findOfferedTemplate = async (db: Database, code: string): Promise<NetworkTemplate | undefined> =>
  (await listTemplates(db)).find((template) => template.code === code && !template.is_hidden);

const audit = (
  tx: Database,
  { userId, impersonation, ip }: Caller,
  change: 'created' | 'updated' | 'deleted',
  { code, ...values }: { code: string; before?: object; after?: object },
): Promise<void> =>
  recordAudit(tx, {
    ...{ actor: userId, impersonator: impersonation?.operatorId ?? null, account: null, ip },
    action: `network_template.${change}`,
    entity: `network_template:${code}`,
    ...values,
  });

/** For the audit log. */
const summaryOf = ({ name, is_hidden }: Pick<NetworkTemplate, 'name' | 'is_hidden'>) => ({ name, is_hidden });

function withLock<T>(db: Database, work: (tx: Database, all: NetworkTemplate[]) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lockTemplates(tx);
    return work(tx, await listTemplates(tx));
  });
}

function pick(all: readonly NetworkTemplate[], code: string): NetworkTemplate {
  const found = all.find((template) => template.code === code);
  if (!found) throw new AppError('not_found');
  return found;
}

async function save(tx: Database, own: OwnTemplate): Promise<NetworkTemplate> {
  await saveOwnTemplate(tx, own);
  return pick(await listTemplates(tx), own.code);
}

export const addTemplate = (
  db: Database,
  caller: Caller,
  { is_hidden: isHidden, ...details }: NetworkTemplateBody,
): Promise<NetworkTemplate> =>
  withLock(db, async (tx, all) => {
    const added = all.filter(({ is_shipped }) => !is_shipped);
    if (added.length >= NETWORK_TEMPLATES_MAX)
      throw invalidField('name', { key: 'network_templates_max', values: { max: NETWORK_TEMPLATES_MAX } });
    const code = sourceCode(
      details.name,
      'shared',
      all.map((template) => template.code),
    );
    const template = await save(tx, { code, details, isHidden });
    await audit(tx, caller, 'created', { code, after: summaryOf(template) });
    return template;
  });

/** A shipped template that is as it came again follows later releases. */
export const changeTemplate = (
  db: Database,
  caller: Caller,
  code: string,
  { is_hidden: isHidden, ...details }: NetworkTemplateBody,
): Promise<NetworkTemplate> =>
  withLock(db, async (tx, all) => {
    const before = pick(all, code);
    const shipped = NETWORK_TEMPLATES.find((template) => template.code === code);
    const isShipped = shipped !== undefined && isDeepStrictEqual(detailsOf(shipped), detailsOf(details));
    const template = await save(tx, { code, details: isShipped ? null : details, isHidden });
    await audit(tx, caller, 'updated', { code, before: summaryOf(before), after: summaryOf(template) });
    return template;
  });

/** One that came with the program can't be deleted, only restored. */
export const removeTemplate = (db: Database, caller: Caller, code: string): Promise<{ isRestored: boolean }> =>
  withLock(db, async (tx, all) => {
    const before = pick(all, code);
    const { is_shipped: isRestored } = before;
    if (isRestored && !before.is_changed) throw new AppError('forbidden');
    if (isRestored) await saveOwnTemplate(tx, { code, details: null, isHidden: before.is_hidden });
    else await removeOwnTemplate(tx, code);
    await audit(tx, caller, isRestored ? 'updated' : 'deleted', { code, before: summaryOf(before) });
    return { isRestored };
  });
