import { TextField } from '../../../ui/form/text-field.tsx';

/** A one-time code; with a hint also a recovery code, which is not only digits. */
export const CodeField = ({ label, hint }: { label: string; hint?: string }) => (
  <TextField
    name="code"
    label={label}
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    {...(hint === undefined && { inputMode: 'numeric' as const })}
  />
);
