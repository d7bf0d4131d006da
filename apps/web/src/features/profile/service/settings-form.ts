import {
  GUARDED_SETTINGS,
  SECRET_NAMES,
  SECRET_VALUES,
  SETTING_VALUES,
  type SettingKey,
  type SettingsState,
} from '@poklik/contract/settings';
import * as z from 'zod/mini';
import { wholeNumberOrNull } from '../../../ui/form/written-values.ts';
import { fieldsOf, type SettingGroup, type SettingKind } from './setting-groups.ts';

export const isSecret = (key: SettingKey): boolean => SECRET_NAMES.some((name) => name === key);

/** What is typed, as the API takes it. An empty field restores the default. */
function readValue(kind: SettingKind, written: unknown): unknown {
  const text = String(written ?? '').trim();
  if (text === '') return null;
  if (kind === 'number') return wholeNumberOrNull(text);
  return kind === 'list' ? text.split(/[\s,;]+/).filter(Boolean) : text;
}

const writeValue = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** Texts of a group's fields. Secrets start empty, because they are never read. */
export const writtenValues = (group: SettingGroup, { values }: SettingsState): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(group).map(([key]) => [key, isSecret(key) ? '' : writeValue(values[key as keyof typeof values])]),
  );

/** Reads typed texts with the contract's schemas. */
export function groupSchema(group: SettingGroup) {
  const schemas: Record<string, z.ZodMiniType> = { ...SETTING_VALUES, ...SECRET_VALUES };
  const fields = fieldsOf(group).map(([key, kind]) => [
    key,
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((written: string) => readValue(kind, written)),
      ),
      z.nullable(schemas[key] as z.ZodMiniType),
    ),
  ]);
  return z.object({
    values: z.object(Object.fromEntries(fields) as Record<string, z.ZodMiniType<unknown, string>>),
    password: z.string(),
    code: z.string(),
  });
}

export const needsPassword = (keys: readonly string[]): boolean =>
  keys.some((key) => GUARDED_SETTINGS.has(key as SettingKey));

/** Empty fields are not sent. */
export const confirmationOf = ({ password, code }: { password: string; code: string }) => ({
  ...(password !== '' && { password }),
  ...(code.trim() !== '' && { code }),
});
