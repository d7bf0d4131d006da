import { useTranslation } from 'react-i18next';
import css from './keys.module.css';
import { MOD_KEY } from './shortcut.ts';

const SIGNS: Record<string, string> = {
  mod: MOD_KEY,
  shift: 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const signOf = (key: string): string => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** A shortcut as it stands on the keyboard: `mod+k`, `x`, or `g c`, one key after the other. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation('select');
  return (
    <span className={css.keys}>
      {keys.split(' ').map((chord, place) => (
        <span key={chord} className={css.chord}>
          {place > 0 && <span className={css.word}>{t('keys.then')}</span>}
          {chord.split('+').map((key) => (
            <kbd key={key} className={css.key}>
              {signOf(key)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
