/** The data was written by a newer version of the program. */
export class NewerData extends Error {
  constructor(what: string) {
    super(
      `This program is older than its data: ${what}. ` +
        'Nothing was changed. Start the newer version again, or restore a backup made with this one.',
    );
  }
}

export const unknownMigrations = (store: string, names: readonly string[]): NewerData =>
  new NewerData(`${store} has ${names.length} migration(s) that it does not know (${names.join(', ')})`);
