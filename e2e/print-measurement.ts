/** Prints a measurement next to the names of the tests. */
export const printMeasurement = (line: string): void => {
  process.stdout.write(`    ${line}\n`);
};
