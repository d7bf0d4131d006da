import { HELP_FILE_BYTES_MAX, HELP_FILES_MAX, type NewHelpMessage } from '@poklik/contract/help';
import { helpFileKind } from '@poklik/domain/help/help-file';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type NewFile = NonNullable<NewHelpMessage['files']>[number];

export interface ChosenFile extends NewFile {
  bytes: number;
}

export interface ChosenFiles {
  files: readonly ChosenFile[];
  problem: string | null;
  add: (files: readonly File[]) => Promise<void>;
  remove: (file: ChosenFile) => void;
  clear: () => void;
}

/** Files for a message. What would be rejected is named at once and not added. */
export function useFiles(): ChosenFiles {
  const { t } = useTranslation('errors');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    files,
    problem,
    add: async (chosen) => {
      setProblem(null);
      const accepted: ChosenFile[] = [];
      for (const file of chosen) {
        if (file.size > HELP_FILE_BYTES_MAX) setProblem(t('field.help_file_too_large'));
        else if (helpFileKind(file.name, new Uint8Array(await file.arrayBuffer())) === null)
          setProblem(t('field.help_file_kind', { name: file.name }));
        else accepted.push({ name: file.name, content: await readBase64(file), bytes: file.size });
      }
      const all = [...files, ...accepted];
      if (all.length > HELP_FILES_MAX) setProblem(t('field.help_files_many', { max: HELP_FILES_MAX }));
      setFiles(all.slice(0, HELP_FILES_MAX));
    },
    remove: (removed) => {
      setProblem(null);
      setFiles(files.filter((file) => file !== removed));
    },
    clear: () => {
      setProblem(null);
      setFiles([]);
    },
  };
}

/** What the API takes. */
export const toNewFiles = ({ files }: ChosenFiles): NewFile[] => files.map(({ name, content }) => ({ name, content }));

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
