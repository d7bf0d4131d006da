import type { LinkState } from '@poklik/contract/link-checks';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast/toast.ts';

/** Requests a URL now and tells what was found. */
export function useLinkCheck(check: (id: number) => Promise<{ name: string; link: LinkState | null }>) {
  const { t } = useTranslation('offers');
  return async (id: number): Promise<void> => {
    try {
      const { name, link } = await check(id);
      if (link === null || link.failing_since !== null) toast(t('link.found_problem', { name }), { kind: 'problem' });
      else toast(t('link.found_none', { name }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { kind: 'problem' });
    }
  };
}
