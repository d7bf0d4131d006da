import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../button.tsx';
import css from './file-button.module.css';

interface FileButtonProps {
  label: string;
  /** Kinds of files; CSV by default. */
  accept?: string;
  onText: (text: string, name: string) => void;
}

/** Chooses a text file. Replaces the native file input, which uses the browser's language. */
export function FileButton({ label, accept = '.csv,text/csv,text/plain', onText }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const take = async (file: File) => {
    setName(file.name);
    onText(decode(await file.arrayBuffer()), file.name);
  };
  return (
    <div className={css.file}>
      <Button icon={<FileUp size={16} strokeWidth={1.75} aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span role="status">{name}</span>
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void take(file);
          // Allows choosing the same file again after a correction.
          target.value = '';
        }}
      />
    </div>
  );
}

/** UTF-8; a file that isn't comes from an older program, in Cyrillic. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
