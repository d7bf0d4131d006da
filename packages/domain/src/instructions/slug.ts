import { SLUG_MAX } from '@poklik/contract/instructions';

/** Ukrainian and Russian transliteration, as in passports and on maps. */
const LATIN = new Map(
  (
    'аa бb вv гh ґg дd еe ёe єie жzh зz иy іi їi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe ' +
    "юiu яia ' ʼ ’"
  )
    .split(' ')
    .map(([cyrillic = '', ...latin]) => [cyrillic, latin.join('')]),
);

/** Creates a URL-safe slug from a title. */
export const slugify = (title: string): string =>
  Array.from(title.toLowerCase(), (char) => LATIN.get(char) ?? char)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
