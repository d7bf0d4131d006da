import { BRAND_IMAGE_BYTES_MAX } from '@poklik/contract/settings';
import { brandImagePath } from '@poklik/domain/branding/brand-image-path';
import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import own from './service.module.css';
import { addImage } from './service.queries.ts';

interface ImageFieldProps {
  name: string;
  label: string;
  hint: string;
}

/** A PNG, stored as soon as it is chosen; saving the form makes it the one in use. */
export function ImageField({ name, label, hint }: ImageFieldProps) {
  const { t } = useTranslation(['service', 'errors']);
  const id = useId();
  const { control, setValue } = useFormContext();
  const hash = String(useWatch({ control, name }) ?? '');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  const take = async (file: File) => {
    setProblem(undefined);
    if (file.size > BRAND_IMAGE_BYTES_MAX) return setProblem(t('errors:field.image_too_large'));
    setIsSending(true);
    try {
      const { data } = await addImage(await readBase64(file));
      setValue(name, data.hash, { shouldDirty: true });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      setProblem(fields?.png?.join(' ') ?? (error instanceof Error ? error.message : String(error)));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <Field id={id} label={label} hint={hint} error={problem}>
      <div className={own.row}>
        {hash !== '' && <img className={own.preview} src={brandImagePath(hash)} alt="" />}
        <Button
          id={id}
          loading={isSending}
          icon={<ImageUp size={16} strokeWidth={1.75} aria-hidden />}
          aria-label={`${t('choose_image')}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {t('choose_image')}
        </Button>
        {hash !== '' && (
          <Button aria-label={`${t('remove')}: ${label}`} onClick={() => setValue(name, '', { shouldDirty: true })}>
            {t('remove')}
          </Button>
        )}
        <input
          ref={input}
          hidden
          type="file"
          accept="image/png"
          data-image={name}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
      </div>
    </Field>
  );
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
