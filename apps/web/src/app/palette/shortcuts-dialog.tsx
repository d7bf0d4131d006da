import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { availableShortcuts } from '../../ui/keyboard/use-shortcuts.ts';
import css from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  /** Whether single-key shortcuts are on, from the profile. */
  areAllowed: boolean;
  onClose: () => void;
}

/** Shortcuts of the current screen, as it registered them. */
export function ShortcutsDialog({ opened, areAllowed, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation('sidebar');
  const localizedPath = useLocalizedPath();
  return (
    <Modal opened={opened} onClose={onClose} title={t('palette.shortcuts')} wide>
      <ShortcutsList />
      <p className={css.note}>
        {t(areAllowed ? 'palette.shortcuts_on' : 'palette.shortcuts_off')}{' '}
        <Link to={localizedPath(`${paths.profile}?tab=interface`)} onClick={onClose}>
          {t('palette.to_profile')}
        </Link>
      </p>
    </Modal>
  );
}

const ORDER = ['everywhere', 'screen', 'list', 'form', 'go_to'];
/** Longer lists show only the first and the last key. */
const KEYS_SHOWN_MAX = 2;

function ShortcutsList() {
  const { t } = useTranslation('sidebar');
  const groups = availableShortcuts().sort((one, other) => ORDER.indexOf(one.scope) - ORDER.indexOf(other.scope));
  return (
    <div className={css.groups}>
      {groups.map(({ scope, shortcuts }) => (
        <section key={scope} aria-labelledby={`shortcuts-${scope}`} className={css.group}>
          <h3 id={`shortcuts-${scope}`} className={css.heading}>
            {t(`palette.scope.${scope}`)}
          </h3>
          <dl className={css.list}>
            {shortcuts.map(({ label, keys }) => (
              <div key={label} className={css.line}>
                <dt>{label}</dt>
                <dd className={css.keys}>
                  {keys.length > KEYS_SHOWN_MAX ? (
                    <>
                      <Keys keys={keys[0] ?? ''} />–<Keys keys={keys.at(-1) ?? ''} />
                    </>
                  ) : (
                    keys.map((each) => <Keys key={each} keys={each} />)
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
