import { useTranslation } from 'react-i18next';
import css from './keys.module.css';
import { MOD_KEY } from './shortcut.ts';

const KEY_LABELS: Record<string, string> = {
  mod: MOD_KEY,
  shift: 'Shift',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

const keyLabel = (key: string): string => KEY_LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** A keyboard shortcut: `mod+k`, `x`, or the sequence `g c`. */
export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation('select');
  return (
    <span className={css.keys}>
      {keys.split(' ').map((chord, place) => (
        <span key={chord} className={css.chord}>
          {place > 0 && <span className={css.word}>{t('keys.then')}</span>}
          {chord.split('+').map((key) => (
            <kbd key={key} className={css.key}>
              {keyLabel(key)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
