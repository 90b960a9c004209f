import { vi } from 'vitest';

/** Catches files that the page downloads, by name, instead of saving them. */
export function catchDownloads(): Map<string, Promise<string>> {
  const files = new Map<string, Promise<string>>();
  const contents = new Map<string, Blob>();
  const make = URL.createObjectURL;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = make.call(URL, content);
    if (content instanceof Blob) contents.set(url, content);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.set(this.download, contents.get(this.href)?.text() ?? Promise.reject(new Error(`${this.href} is no file`)));
  });
  return files;
}
