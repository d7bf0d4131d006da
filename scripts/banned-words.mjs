/**
 * Words that Poklik does not use, and what to write instead. A pattern is tested on each line as it is written, and
 * again in lower case with `camelCase`, `snake_case` and `kebab-case` split into words. A third entry narrows the rule:
 * `prose` is everything people read (screens, emails, guides, documents), `texts` is the same without documents, which
 * may use the nouns of the API.
 */
export const BANNED_WORDS = [
  [/(?<!first[ -])\bletters?\b(?![ -]spacing)/, 'email; character'],
  [/\be-mails?\b/i, 'email', 'prose'],
  [/\banew\b|\bafresh\b/, 'again, reset'],
  [/\bwhoever\b|\bwhomever\b/, 'users who, anyone who'],
  [/\b(by|for|of|from|with|than) who\b(?! (is|was|are|can|has|did)\b.*\?)/, 'the user who'],
  [/\bmay more\b/, 'can do more'],
  [/\bsigns\b(?! (in|out|up|off|as|it|its|them|the|a|an|you|each|every|requests?|with)\b)/, 'characters'],
  [/\b(wrong|one|two|four|another|single) signs?\b(?![ -](in|up|out)\b)|\(sign\) =>/, 'character'],
  [/\bkeep doing\b|\bhabits?\b/, 'runLoop, BackgroundLoop'],
  [/\bgatherings?\b|(?<!['"])\bdesks?\b(?!['"])/, 'batch, coalesce'],
  [/\b(un)?fed\b|\bbeside fed\b|\bfeed(s|ing)? conversions\b|\bconversions? feed\b|\bwait for feed\b/, 'sync, ingest'],
  [/\bstill welcome\b|\badmit(s|ted)?\b/, 'authorize, revalidate access'],
  [/(?<!out of )\bsight\b/, 'access'],
  [/\bfurnish(es|ed|ing)?\b/, 'seed, create'],
  [/\bmanners\b/, 'rules, behavior'],
  [/\bjudge(s|d|ments?)?\b|\bjudging\b|\bjudgements?\b/, 'evaluate, result'],
  [/\bcounted(By|Together)\b|\bcountedBy|\bCountedBy/, 'queryMetrics'],
  [/\basked\(|\bLookedUp\b|: Asking\b|: Asked\b/, 'ReportScope'],
  [/\bheld (back|reports?|since|periods?)\b|\bopen held\b/, 'over quota, locked period, on hold'],
  [/\bborrow(s|ed|ing)?\b|\bin (some|any)(body|one)( s|'s|’s) name\b|\bacts? in their name\b/, 'impersonation'],
  [
    /\bproven?\b (address|email|second)|\bproven\b|\bprove(s|d)? (the |an |their |your )?(address|email)/,
    'verify, verified',
  ],
  [/\bsecond steps?\b/, 'two-factor authentication'],
  [/\bway in\b(?! which)/, 'login'],
  [/\bwithout end\b/, 'never expires'],
  [/\b(take|takes|taken|took|taking) (it |them |this |that )?back\b/, 'undo, restore, revoke'],
  [/\b(give|gives|given|gave|giving) (it |them |this |that )?back\b/, 'refund, return'],
  [/\bdemonstrations?\b/, 'demo'],
  [/\bslips?\b/, 'mutation'],
  [/\bstorms?\b/, 'load, concurrency'],
  [/\bmend(s|ed|ing)?\b/, 'fix'],
  [/\bstatistics store\b|\bstore of (the )?statistics\b/, 'analytics database'],
  [/\bthe way of\b/, 'how … works, path'],
  [/\bof no use\b/, 'useless, does not help'],
  [/\btelephones?\b/, 'phone'],
  [/\bfor ever\b/, 'forever'],
  [/\b(some|any|every|no)body\b/i, 'someone, anyone, everyone, no one; better the noun: user, customer', 'prose'],
  [/\bno such\b/i, 'not found', 'prose'],
  [/\b(is|are|was|were|be) refused\b/i, 'is rejected, is blocked', 'prose'],
  [/\bgiven up\b/i, 'uncollectible', 'prose'],
  [/\bWhy so\b|\bWho (has|may|asks|lost|wants)\b/, 'a sentence with a noun', 'prose'],
  // Fields of the API and tables have these names.
  [/\bfigures\b/i, 'metrics, numbers', 'prose'],
  [/\bverdicts?\b/i, 'result', 'prose'],
  [/^To the\b/, 'View …, Back to …', 'texts'],
  [/\btariffs?\b/i, 'plan', 'texts'],
  [/\bblack ?lists?\b/i, 'blocklist', 'texts'],
];

/** The one fixed address of the application with such a word in it. */
export const FIXED_ADDRESS = /recovery-password\/send-letter/g;
