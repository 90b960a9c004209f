/** An answer that this application does not understand: it is older than the server. Apart from other errors, which its worker does not need. */
export class OtherFormat extends Error {
  constructor() {
    super('The answer has a format that this application does not know.');
    this.name = 'OtherFormat';
  }
}
