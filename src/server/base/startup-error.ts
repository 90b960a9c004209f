export class StartupError extends Error {}
