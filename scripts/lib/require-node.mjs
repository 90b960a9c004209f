// Imported first by every script, so that an older Node shows this message and not a library's stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);
const supported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;

if (!supported) {
  console.error(`Se necesita Node 20.19 o posterior (o 22.12 o posterior); este es ${process.version}.`);
  process.exit(1);
}
