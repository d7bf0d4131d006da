import type { HelpObjectKind } from '@poklik/contract/help';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';

/** Opens the form about a campaign, a click or an invoice; null for those who answer, and during impersonation. */
export function useHelpLink(): ((kind: HelpObjectKind, id: string) => string) | null {
  const user = useCurrentUser();
  const localizedPath = useLocalizedPath();
  if (!hasPermission(user, 'help:write') || hasPermission(user, 'help:answer')) return null;
  return (kind, id) => localizedPath(paths.askForHelp(kind, id));
}
