/** Prints a measurement between the test names. */
export const printMeasurement = (line: string): void => {
  process.stdout.write(`    ${line}\n`);
};
