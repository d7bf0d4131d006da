/** Tells a measured figure beside the names of the tests. */
export const tell = (line: string): void => {
  process.stdout.write(`    ${line}\n`);
};
