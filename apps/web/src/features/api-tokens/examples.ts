export const EXAMPLE_LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

/** Code for the user's own programs; this app calls the API elsewhere. */
const JS_CALL = 'fetch';

interface ExampleFacts {
  /** Origin and API prefix. */
  base: string;
  token: string;
  /** The campaign in the example; without one it lists campaigns. */
  campaignId: number | undefined;
}

/** A working example once it has a real token. */
export function exampleIn(language: ExampleLanguage, { base, token, campaignId }: ExampleFacts): string {
  const url = `${base}/companies${campaignId === undefined ? '' : `/${campaignId}`}`;
  switch (language) {
    case 'curl':
      return [`curl '${url}' \\`, `  -H 'Authorization: Bearer ${token}' \\`, `  -H 'Accept-Language: en'`].join('\n');
    case 'javascript':
      return [
        `const response = await ${JS_CALL}('${url}', {`,
        `  headers: { Authorization: 'Bearer ${token}', 'Accept-Language': 'en' },`,
        '});',
        'if (!response.ok) throw new Error(await response.text());',
        'const { data } = await response.json();',
        'console.log(JSON.stringify(data));',
      ].join('\n');
    case 'python':
      return [
        'import json, urllib.request',
        '',
        `request = urllib.request.Request('${url}')`,
        `request.add_header('Authorization', 'Bearer ${token}')`,
        "request.add_header('Accept-Language', 'en')",
        'with urllib.request.urlopen(request) as response:',
        "    print(json.dumps(json.load(response)['data']))",
      ].join('\n');
  }
}
