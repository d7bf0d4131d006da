import { type NetworkForm, SIGNATURE_ALGORITHMS, SIGNATURE_SCHEMES } from '@poklik/contract/networks';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import css from './networks.module.css';
import { listOf } from './reading-fields.tsx';

/** How postbacks of the network are signed. */
export function SignatureFields({ hasSecret }: { hasSecret: boolean }) {
  const { t } = useTranslation('networks');
  const { control } = useFormContext<NetworkForm>();
  const scheme = useWatch({ control, name: 'signature.scheme' });
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <div className={css.part}>
      <SelectField
        name="signature.scheme"
        label={t('form.signature')}
        options={['none' as const, ...SIGNATURE_SCHEMES].map((each) => ({ value: each, label: t(`schemes.${each}`) }))}
      />
      {(scheme === 'hash' || scheme === 'hmac') && (
        <>
          <div className={css.pair}>
            <SelectField
              name="signature.algorithm"
              label={t('signature.algorithm')}
              options={SIGNATURE_ALGORITHMS.map((each) => ({ value: each, label: each }))}
            />
            <TextField name="signature.parameter" label={t('signature.parameter')} {...plain} />
          </div>
          <TextField
            name="signature.fields"
            label={t('signature.fields')}
            hint={t('signature.fields_hint')}
            read={listOf}
            {...plain}
          />
          <div className={css.pair}>
            <TextField name="signature.separator" label={t('signature.separator')} {...plain} />
            <TextField
              name="signature.secret"
              label={t('signature.secret')}
              hint={hasSecret ? t('signature.secret_kept') : undefined}
              {...plain}
            />
          </div>
        </>
      )}
    </div>
  );
}
