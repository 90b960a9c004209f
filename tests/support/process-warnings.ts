/** As Node prints a warning of its own: `(node:4711) MaxListenersExceededWarning: …`, with where it arose if it is asked for that. */
const WARNING = /^\(node:\d+\)[^\n]*(?:\n {4}at [^\n]*)*/gm;

/** @returns what a process printed of warnings by Node, each with where it arose */
export const warningsIn = (printed: string): string[] => printed.match(WARNING) ?? [];
