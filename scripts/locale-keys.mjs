import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, withoutComments } from './source-files.mjs';

const PLURAL_FORMS = ['one', 'few', 'many', 'other'];

const USED_NAMESPACES = /\buseTranslation\(\s*(\[[^\]]*\]|['"][^'"]*['"])/g;
const LITERAL = /['"]([^'"]+)['"]/g;
/** The first argument of `t(…)` if it is a string, a conditional of two strings, or a template with a fixed prefix. */
const CALL =
  /\bt\(\s*(?:[^'"`()?]*\?\s*)?(?:['"]([\w:.-]+)['"](?:\s*:\s*['"]([\w:.-]+)['"])?|`([\w:.-]*)\$\{)([^()]*)/g;
const TRANS = /\bi18nKey=\{?['"]([\w:.-]+)['"]/g;

/** Literal keys used by the web app that no locale file has. `keys` maps a namespace to its keys. */
export function unknownKeys(root, keys) {
  return listFiles(root, 'apps/web/src', /(?<!\.test)\.tsx?$/).flatMap((path) => {
    const code = withoutComments(readFileSync(join(root, path), 'utf8'));
    const namespaces = [...code.matchAll(USED_NAMESPACES)].flatMap((use) =>
      [...use[1].matchAll(LITERAL)].map((match) => match[1]),
    );
    const unknown = namespaces
      .filter((namespace) => !keys.has(namespace))
      .map((name) => `${path}: there is no namespace "${name}"`);
    for (const { key, isPrefix, namespace } of usesIn(code)) {
      const [written, name] = key.includes(':') ? key.split(':') : [undefined, key];
      // If `t` is a parameter, the file does not specify its namespace.
      const places = written
        ? [written]
        : namespace
          ? [namespace]
          : namespaces.length > 0
            ? namespaces
            : [...keys.keys()];
      if (!places.some((place) => has(keys.get(place), name, isPrefix))) {
        unknown.push(
          `${path}: no text "${key}${isPrefix ? '…' : ''}" in ${places.length > 3 ? 'any namespace' : places.join(', ')}`,
        );
      }
    }
    return unknown;
  });
}

function usesIn(code) {
  const calls = [...code.matchAll(CALL)].flatMap(([, first, second, prefix, rest]) => {
    const namespace = /\bns:\s*['"](\w+)['"]/.exec(rest)?.[1];
    return [
      ...[first, second].filter(Boolean).map((key) => ({ key, namespace })),
      ...(prefix ? [{ key: prefix, isPrefix: true, namespace }] : []),
    ];
  });
  return [...calls, ...[...code.matchAll(TRANS)].map((match) => ({ key: match[1] }))];
}

function has(known, name, isPrefix) {
  if (!known) return false;
  if (isPrefix) return [...known].some((key) => key.startsWith(name));
  return known.has(name) || PLURAL_FORMS.some((form) => known.has(`${name}_${form}`));
}
