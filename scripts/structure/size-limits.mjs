import { dirname } from 'node:path';
import { longFunctions } from './long-functions.mjs';

const MAX_LINES = 300;
const MAX_FUNCTION_LINES = 80;
const MAX_FOLDER_FILES = 25;
/** One file per resource of the API, named like its feature: the folder is the list of resources. */
const FLAT_FOLDERS = ['packages/contract/src'];

/** Reports a file or function that is too long. */
export function checkFile(path, text, report) {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > MAX_LINES) report(`${lines} lines; more than ${MAX_LINES} asks to be two files`);
  if (path.endsWith('.css')) return;
  for (const found of longFunctions(path, text, MAX_FUNCTION_LINES))
    report(
      `${found.name} in line ${found.line} has ${found.lines} lines; more than ${MAX_FUNCTION_LINES} hide several functions`,
    );
}

/** Folders with too many files of their own, one sentence each. */
export function checkFolders(paths) {
  const counts = new Map();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MAX_FOLDER_FILES && !FLAT_FOLDERS.includes(folder))
    .map(([folder, count]) => `${folder}: ${count} files; more than ${MAX_FOLDER_FILES} ask for folders by subject`);
}
