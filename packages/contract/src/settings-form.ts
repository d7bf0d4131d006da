import * as z from 'zod/mini';
import { SECRET_VALUES, SETTING_VALUES, type SettingKey } from './settings.ts';

/** How a setting is typed; a list of values is a choice. */
export type SettingKind =
  | 'text'
  | 'number'
  | 'decimal'
  | 'area'
  | 'list'
  | 'secret'
  | 'color'
  | 'image'
  | 'country'
  | readonly string[];

/** What is typed, as the API takes it. An empty field restores the default. */
function readTyped(kind: SettingKind, typed: string | null): unknown {
  const text = (typed ?? '').trim();
  if (text === '') return null;
  if (kind === 'number' && /^\d{1,15}$/.test(text)) return Number(text);
  // Readers of most languages type a decimal comma.
  if (kind === 'decimal') return text.replace(/^(\d+),(\d+)$/, '$1.$2');
  return kind === 'list' ? text.split(/[\s,;]+/).filter(Boolean) : text;
}

const typedSetting = (key: SettingKey, kind: SettingKind) => {
  const schemas: Record<SettingKey, z.ZodMiniType> = { ...SETTING_VALUES, ...SECRET_VALUES };
  return z.pipe(
    z.pipe(
      // A choice that was cleared is null.
      z.nullable(z.string()),
      z.transform((typed: string | null) => readTyped(kind, typed)),
    ),
    z.nullable(schemas[key]),
  );
};

export const SettingConfirmation = z.object({ password: z.string(), code: z.string() });

/** The form of a group of settings. */
export const settingsForm = (fields: readonly (readonly [SettingKey, SettingKind])[]) =>
  z.object({
    values: z.object(
      Object.fromEntries(fields.map(([key, kind]) => [key, typedSetting(key, kind)])) as Record<
        string,
        z.ZodMiniType<unknown, string | null>
      >,
    ),
    ...SettingConfirmation.shape,
  });
