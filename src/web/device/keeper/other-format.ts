/** The server's format is newer than this application. In its own file, so that the worker loads no other error. */
export class OtherFormat extends Error {
  constructor() {
    super('The answer has a format that this application does not know.');
    this.name = 'OtherFormat';
  }
}
