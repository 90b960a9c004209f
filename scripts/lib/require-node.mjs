// Imported first by every script: an older Node must see this sentence, not a stack trace from some library.
const [major, minor] = process.versions.node.split('.').map(Number);
const supported = major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;

if (!supported) {
  console.error(`Se necesita Node 20.19 o posterior (o 22.12 o posterior); este es ${process.version}.`);
  process.exit(1);
}
