import type { SettingKey, SettingsState } from '@poklik/contract/settings';
import type { SettingKind } from '@poklik/contract/settings-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TextareaField } from '../../../ui/form/textarea-field.tsx';
import { CountryField } from '../../../widgets/country-field.tsx';
import { ColorField } from './color-field.tsx';
import { ImageField } from './image-field.tsx';
import own from './service.module.css';
import { UndoSetting } from './undo-setting.tsx';

interface SettingFieldProps {
  name: SettingKey;
  kind: SettingKind;
  state: SettingsState;
  onUndone: (state: SettingsState) => void;
}

/** The control of a setting, who changed it last, and the way back. */
export function SettingField({ name, kind, state, onUndone }: SettingFieldProps) {
  const { t } = useTranslation('service');
  const lock = state.locked[name];
  const change = state.changed[name];
  const hint = lock === undefined ? t(`hint.${name}`, { defaultValue: '' }) : t('locked', { name: lock });
  return (
    <div className={own.setting}>
      <fieldset className={own.control} disabled={lock !== undefined}>
        <Control name={name} kind={kind} state={state} hint={hint} isLocked={lock !== undefined} />
      </fieldset>
      {change && lock === undefined && (
        <UndoSetting name={name} change={change} version={state.version} onUndone={onUndone} />
      )}
    </div>
  );
}

/** Values that are the same in every language. */
const PROPER_NAMES: Record<string, string> = { tls: 'TLS', starttls: 'STARTTLS' };

interface ControlProps extends Pick<SettingFieldProps, 'name' | 'kind' | 'state'> {
  hint: string;
  isLocked: boolean;
}

function Control({ name, kind, state, hint, isLocked }: ControlProps) {
  const { t } = useTranslation('service');
  const texts = { name: `values.${name}`, label: t(`setting.${name}`), hint };
  if (typeof kind === 'object') {
    const options = kind.map((value) => ({
      value,
      label: t(`value.${name}.${value}`, { defaultValue: PROPER_NAMES[value] ?? value }),
    }));
    return <SelectField {...texts} options={options} disabled={isLocked} />;
  }
  switch (kind) {
    case 'secret': {
      const { set, last4 } = state.values[name as 'smtp_password'];
      const found = set ? t('secret_set', { last4: last4 ?? '' }) : t('secret_missing');
      return <TextField {...texts} type="password" hint={isLocked ? hint : `${found} ${hint}`} autoComplete="off" />;
    }
    case 'country':
      return <CountryField {...texts} disabled={isLocked} />;
    case 'area':
      return <TextareaField {...texts} rows={3} />;
    case 'color':
      return <ColorField {...texts} />;
    case 'image':
      return <ImageField {...texts} />;
    case 'decimal':
      return <TextField {...texts} inputMode="decimal" autoComplete="off" />;
    case 'number':
      return <TextField {...texts} inputMode="numeric" autoComplete="off" />;
    default:
      return <TextField {...texts} autoComplete="off" spellCheck={false} />;
  }
}
