import { SLUG_MAX } from '@poklik/contract/instructions';

/** Ukrainian and Russian letters as passports and maps write them. */
const LATIN = new Map(
  (
    'аa бb вv гh ґg дd еe ёe єie жzh зz иy іi їi йi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe ' +
    "юiu яia ' ʼ ’"
  )
    .split(' ')
    .map(([letter = '', ...latin]) => [letter, latin.join('')]),
);

/** An address made from a title, in the letters that every link can carry. */
export const slugify = (title: string): string =>
  Array.from(title.toLowerCase(), (letter) => LATIN.get(letter) ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
