/** A reason not to start that a person can mend: it is printed as one line, without a stack trace. */
export class StartupError extends Error {}
