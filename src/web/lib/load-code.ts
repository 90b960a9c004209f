/** The downloads of code files by address. A failed one is removed, so that the next attempt starts it again. */
const downloads = new Map<string, Promise<void>>();

const WRITTEN_FILE = /import\(["'`]\.\/(.+?)["'`]\)/;

/** The file of an import that needs no other file; the build lists none for it. */
function ownFile(load: () => Promise<unknown>): string[] {
  const [, name] = WRITTEN_FILE.exec(load.toString()) ?? [];
  return name ? [`assets/${name}`] : [];
}

const isStyles = (address: string) => address.endsWith('.css');

const linkTo = (address: string, rel: string): HTMLLinkElement =>
  Object.assign(document.createElement('link'), { rel, crossOrigin: '', href: address });

function applyStyles(address: string): Promise<void> {
  const link = linkTo(address, 'stylesheet');
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`The styles ${address} could not be downloaded`));
    });
    document.head.append(link);
  });
}

async function downloadScript(address: string): Promise<void> {
  // Every file of an installed application is on the device.
  if (navigator.serviceWorker?.controller) {
    document.head.append(linkTo(address, 'modulepreload'));
    return;
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The code ${address} was answered with ${answer.status}`);
  await answer.arrayBuffer();
}

/** Whether the page itself has loaded a file: styles that are applied, the code that runs now, or a static import of it. */
function isOfPage(address: string): boolean {
  if (!isStyles(address))
    return document.querySelector(`script[src="${address}"], link[rel=modulepreload][href="${address}"]`) !== null;
  const styles = document.querySelectorAll<HTMLLinkElement>(`link[rel=stylesheet][href="${address}"]`);
  return [...styles].some(({ sheet }) => sheet !== null);
}

function download(address: string): Promise<void> {
  const underway = downloads.get(address);
  if (underway) return underway;
  const started = isOfPage(address)
    ? Promise.resolve()
    : (isStyles(address) ? applyStyles(address) : downloadScript(address)).catch((failure: unknown) => {
        downloads.delete(address);
        throw failure;
      });
  downloads.set(address, started);
  return started;
}

/**
 * Imports code after its files are in the browser's cache. An import that failed cannot be repeated in the same page by browsers from before
 * the second half of 2026 (https://github.com/whatwg/html/issues/6768), but a download can. Takes the place of Vite's preload helper.
 * @param load the import, as the build writes it
 * @param files what the import needs, its own file included, relative to the site: `assets/name-hash.js`
 * @throws Error when a file cannot be downloaded; a later call tries again
 */
export async function loadCode<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all((files.length > 0 ? files : ownFile(load)).map((file) => download(`/${file}`)));
  return load();
}
