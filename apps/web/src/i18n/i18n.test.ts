import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { loadNamespaces, startI18n } from './i18n.ts';

it('reads one language, and of another only what cannot be had in it', async () => {
  const read: string[] = [];
  await startI18n('ru', async (language, namespace) => {
    read.push(`${language}/${namespace}`);
    if (language === 'ru' && namespace === 'tariffs') throw new Error('not to be had');
    return { language };
  });
  await loadNamespaces(['statistics', 'tariffs']);
  await vi.waitFor(() => expect(i18next.t('language', { ns: 'tariffs' })).toBe('en'));
  expect(i18next.t('language', { ns: 'statistics' })).toBe('ru');
  expect(read.filter((file) => file.startsWith('en/'))).toEqual(['en/tariffs']);
});
