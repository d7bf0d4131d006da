/** A foreign host that the product must never contact. */
export const FOREIGN = 'x.test';

/** The function that each payload calls when it runs; `watchFor` defines it. */
export const CANARY = 'ran';

interface Payload {
  text: string;
  /** An unsafe page that renders the text where it does harm. */
  careless: (text: string) => string;
  /** Works only at the start of a value. */
  isAlone?: true;
}

const inText = (text: string): string => `<p>${text}</p>`;

/** On an unsafe page, each runs, runs on a click or contacts a foreign host. All fit the shortest name field. */
export const PAYLOADS: readonly Payload[] = [
  { text: '<script>ran(1)</script>', careless: inText },
  { text: '<img src=x onerror=ran(2)>', careless: inText },
  { text: '<svg onload=ran(3)>', careless: inText },
  { text: '<body onload=ran(4)>', careless: inText },
  { text: '<iframe srcdoc="<script>parent.ran(5)</script>"></iframe>', careless: inText },
  { text: '<iframe src=javascript:parent.ran(6)></iframe>', careless: inText },
  { text: '<details open ontoggle=ran(7)>', careless: inText },
  { text: '<video><source onerror=ran(8)></video>', careless: inText },
  { text: '<form><button formaction=javascript:ran(9)>x</button>', careless: inText },
  { text: '<ImG sRc=x oNeRrOr=alert(10)>', careless: inText },
  { text: '<svg><animate onbegin=ran(11) attributeName=x dur=1s>', careless: inText },
  { text: '<noscript><p title="</noscript><img src=x onerror=ran(12)>">', careless: inText },
  { text: '<style onload=ran(13)></style>', careless: inText },
  { text: `<link rel=stylesheet href=//${FOREIGN}/14 onerror=ran(14)>`, careless: inText },
  { text: `<img src=//${FOREIGN}/15>`, careless: inText },
  { text: `<meta http-equiv=refresh content="0;url=//${FOREIGN}/16">`, careless: inText },
  { text: `<base href=//${FOREIGN}/><script src=17></script>`, careless: inText },
  { text: '<math><mtext><a href=javascript:ran(18)>x</a>', careless: inText },
  { text: '"><img src=x onerror=ran(19)>', careless: (text) => `<input value="${text}">` },
  { text: "'><svg onload=ran(20)>", careless: (text) => `<input value='${text}'>` },
  { text: '" onerror=ran(21) src=x "', careless: (text) => `<img alt="${text}">` },
  { text: "';ran(22);'", careless: (text) => `<script>const value = '${text}';</script>` },
  { text: '</script><script>ran(23)</script>', careless: (text) => `<script>const value = "${text}";</script>` },
  { text: 'javascript:ran(24)', careless: (text) => `<a href="${text}">x</a>`, isAlone: true },
  {
    text: '[x](javascript:ran(25))',
    careless: (text) => text.replace(/^\[(.*)\]\((.*)\)$/, '<a href="$2">$1</a>'),
  },
];

/** The payloads joined into as few texts of at most `max` characters as possible; longer payloads are left out. */
export function packed(max: number): string[] {
  const fitting = PAYLOADS.filter(({ text }) => text.length <= max);
  const texts: string[] = [];
  for (const { text } of fitting.filter(({ isAlone }) => !isAlone)) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + text.length <= max) texts[texts.length - 1] = last + text;
    else texts.push(text);
  }
  return [...texts, ...fitting.filter(({ isAlone }) => isAlone).map(({ text }) => text)];
}

/** The packed text at an index, starting over at the end. */
export const packedAt = (max: number, place: number): string => {
  const texts = packed(max);
  return texts[place % texts.length] ?? '';
};

/** URLs must not contain spaces. */
export const inAddress = (text: string): string => text.replaceAll(' ', '%20');

/** Values that a spreadsheet would evaluate when they are alone in a cell. */
export const FORMULAS = [`=HYPERLINK("http://${FOREIGN}/26")`, '+ran(27)', '-2+3', '@SUM(1+1)'] as const;

/** Breaks out of an unescaped PDF string and adds an action. */
export const PDF_ACTION = ')/OpenAction<</S/JavaScript/JS(ran(28))>>(';

/** Also visits pages where only the header has a payload, and tries every text where one normally suffices. */
export const IS_DEEP = process.env.PAYLOAD_WALK === 'whole';
