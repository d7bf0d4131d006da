import { createRequire } from 'node:module';

const LIBRARY = 'chdb';

/** The library has one package per platform, and npm installs the matching one if it exists. */
export function hasNativeEngine() {
  const require = createRequire(import.meta.url);
  const { optionalDependencies } = require(`${LIBRARY}/package.json`);
  return Object.keys(optionalDependencies).some((name) => {
    try {
      return require.resolve(`${name}/package.json`) !== '';
    } catch {
      return false;
    }
  });
}
