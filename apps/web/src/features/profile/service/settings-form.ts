import { GUARDED_SETTINGS, SECRET_NAMES, type SettingKey, type SettingsState } from '@poklik/contract/settings';
import { settingsForm } from '@poklik/contract/settings-form';
import { fieldsOf, type SettingGroup } from './setting-groups.ts';

export const isSecret = (key: SettingKey): boolean => SECRET_NAMES.some((name) => name === key);

const writeValue = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

/** Texts of a group's fields. Secrets start empty, because they are never read. */
export const writtenValues = (group: SettingGroup, { values }: SettingsState): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(group).map(([key]) => [key, isSecret(key) ? '' : writeValue(values[key as keyof typeof values])]),
  );

export const groupSchema = (group: SettingGroup) => settingsForm(fieldsOf(group));

export const needsPassword = (keys: readonly string[]): boolean =>
  keys.some((key) => GUARDED_SETTINGS.has(key as SettingKey));

/** Empty fields are not sent. */
export const confirmationOf = ({ password, code }: { password: string; code: string }) => ({
  ...(password !== '' && { password }),
  ...(code.trim() !== '' && { code }),
});
