import type { BrowserContext } from '@playwright/test';

/** Records violations of the content policy and requests to other hosts. */
export async function watchPolicy(context: BrowserContext, home: string): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeFunction('reportViolation', (what: string) => seen.push(what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, documentURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (what: string) => void };
      reportViolation(`${violatedDirective} ${blockedURI} ${sample} on ${documentURI}`);
    });
  });
  context.on('console', (message) => {
    if (/(content.security|permissions).policy|trusted/i.test(message.text())) seen.push(message.text());
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== home && !['data:', 'blob:'].includes(url.protocol)) seen.push(`asked ${url.href}`);
  });
  return seen;
}
