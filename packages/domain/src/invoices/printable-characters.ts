/** What the fonts of documents have, in ranges of code points to base 36. A test compares it with the fonts. */
const PRINTED = [
  'w-3i 4g-4s 4u-94 96-cj cl-gk gm-hn hq-hw hy-i8 ia-is iu-lg li-lm lo lr lv lx m3 mb me-mg mk mv-mw',
  'n6-n7 na-of ok-om oq-ov p0-p6 p8 pa-pt pv-rb rg-rh s0-s6 s9-sa sc-vt w0-wt ww-zj 10v 2tb 5q8 5ql 5qz',
  '5s3 5s7-5s9 5sd 5sf-5sg 5si 5sm-5so 5sr 5sy-5t1 5uk 5uo 5vf 5vj-5x1 5x8-61n 61p-651 654-659 65c-66d',
  '66g-66l 66o-66v 66x 66z 671 673-67x 680-69g 69i-69w 69y-6ab 6ae-6aj 6al-6b3 6b6-6b8 6ba-6bi 6bk-6bv',
  '6c0-6cn 6cv-6dx 6dz 6e7 6eo-6ep 6es-6fi 6fk-6fw 6g0-6gf 6gh-6gl 6go-6gq 6gs-6gv 6hn-6hq 6i0 6i8',
  '6io-6ip 6ir 6it-6iu 6ix 6j7 6ja-6jb 6ji-6jm 6jq 6ju-6jv 6jy 6k2 6kb 6kt 6kw-6m7 6mb-6me 6mh 6mo-6mx',
  '6nd-6ne 6nk-6nl 6nn-6np 6nu-6nv 6og 6oi 6ok 6ou-6ov 6p0-6p1 6p3 6p6 6pu 6px-6py 6q7 6q9-6qa 6qi 6qm',
  '6qz 6ra 6rs 6sg 6sk-6sl 6tx-6u0 6wz-6x1 6xk 6xx-6xz 6y3 70g 70n 70r 72m-72n 74z 76o-76w 792-79r 7ai',
  '7fk-7fm 7fu 7g2-7g3 7g6-7g7 7ga-7gd 7gg-7gh 7gk-7gn 7gq-7gr 7gv 7hi 7hr 7i8 7id-7ie 7jw 7kx 7l1 7mo',
  '7pv 7pz 7rq 7s4 7sw-7t4 7vz 7w5-7wa 843 8c8 8hy 8ia-8ib 8ik 8is 8sc 8sf 933 93s wwv x6n xf2 188w',
  '188y-18bi 18bu-18e5 18eg-18ek 18f0-18fa 18fn-18fp 18g6 18g9-18ga 18gc-18gf 18gh-18gj 18gn-18go',
  '18gx-18gy 18h0 18h6-18im 18ir 18lf 18lu-18m7 18m9-18t8 1b0h-1b0n 1b0p-1b0q 1b0s-1b0y 1b10 1b13',
  '1b19-1b2d 1b2f-1b44 1b47-1b6e 1b6g-1b6p 1cqr 1edb 2q7j-2q89 2q96-2q97 2rm8 2rma',
]
  .join(' ')
  .split(' ')
  .map((range) => range.split('-').map((point) => Number.parseInt(point, 36)) as [number, number?]);

export const isPrinted = (point: number): boolean =>
  point === 10 || PRINTED.some(([first, last = first]) => point >= first && point <= last);

/** Scripts by their ISO 15924 code, which readers see as a name. */
const SCRIPTS = {
  ...{ Arab: /\p{Script=Arabic}/u, Hebr: /\p{Script=Hebrew}/u, Hani: /\p{Script=Han}/u },
  ...{ Hira: /\p{Script=Hiragana}/u, Kana: /\p{Script=Katakana}/u, Hang: /\p{Script=Hangul}/u },
  ...{ Thai: /\p{Script=Thai}/u, Deva: /\p{Script=Devanagari}/u, Beng: /\p{Script=Bengali}/u },
  ...{ Taml: /\p{Script=Tamil}/u, Geor: /\p{Script=Georgian}/u, Armn: /\p{Script=Armenian}/u },
  ...{ Ethi: /\p{Script=Ethiopic}/u, Khmr: /\p{Script=Khmer}/u, Laoo: /\p{Script=Lao}/u, Mymr: /\p{Script=Myanmar}/u },
};

export type ScriptCode = keyof typeof SCRIPTS;

/** The first character of a text that documents can't print, and its script if it has a known one; null if all are. */
export function findUnprintable(text: string): { character: string; script: ScriptCode | null } | null {
  const character = [...text.normalize('NFC')].find((each) => !isPrinted(each.codePointAt(0) ?? 0));
  if (character === undefined) return null;
  const script = (Object.keys(SCRIPTS) as ScriptCode[]).find((code) => SCRIPTS[code].test(character)) ?? null;
  return { character, script };
}
