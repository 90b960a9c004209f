import { expect, type Page } from '@playwright/test';
import { childAndTablet, expectKeptNotice, saveForm } from '../support/child-and-tablet.ts';
import { fillMeasures } from '../support/field-day.ts';
import { closeNotices, noticesOf } from '../support/notices.ts';
import { test } from '../support/shared-server.ts';
import {
  bookletsOnDevice,
  databasesOn,
  fillDisk,
  installed,
  openVaultOf,
  SENT,
  statusChip,
} from '../support/tablet.ts';

const day = childAndTablet();
const { controls, signedIn, fillControl } = day;

const notice = (page: Page) => noticesOf(page).last();

test('a device without free space says so and keeps the form, which is saved once there is space', {
  tag: '@long',
}, async () => {
  const page = await signedIn();
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function full(...args) {
      if (this.name === 'salida' && sessionStorage.getItem('full'))
        throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await fillControl(page, '6,4');
  await page.context().setOffline(true);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await page.evaluate(() => sessionStorage.setItem('full', '1'));
  await saveForm(page);
  await expect(notice(page)).toContainText('Este equipo no tiene espacio para guardar más');
  await expect(page.locator('input[name=peso]')).toHaveValue('6,4');
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await page.evaluate(() => sessionStorage.removeItem('full'));
  await closeNotices(page);
  await saveForm(page);
  await expectKeptNotice(page);
  await page.context().setOffline(false);
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect(await controls()).toHaveLength(1);
});

test('on a full disk the reserved space is released and recorded operations are kept', {
  tag: '@long',
}, async () => {
  const page = await signedIn();
  await installed(page);
  await fillControl(page, '6,4');
  await fillDisk(page);
  await page.context().setOffline(true);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  await saveForm(page);
  await expectKeptNotice(page);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal · 1 por enviar');
  await page.context().setOffline(false);
  await expect(statusChip(page)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect(await controls()).toHaveLength(1);
});

test('when the browser deletes all databases, also in the middle of a save, what was saved without signal is restored and sent once', async () => {
  const page = await signedIn();
  await page.context().setOffline(true);
  await expect(statusChip(page)).toHaveAttribute('aria-label', 'Sin señal');
  for (const kilos of ['6,4', '6,5']) {
    await fillControl(page, kilos);
    await saveForm(page);
    await expectKeptNotice(page);
  }
  // As Chromium does when a write fails on a full disk.
  const browser = await page.context().newCDPSession(page);
  const deleteDatabases = () =>
    browser.send('Storage.clearDataForOrigin', { origin: day.line.url, storageTypes: 'indexeddb' });
  /** The open page goes on. */
  const recordNext = async (kilos: string, count: number) => {
    await expect(page.locator('input[name=peso]')).toHaveValue('');
    await fillMeasures(page, kilos);
    await saveForm(page);
    await expectPending(count);
  };
  const expectPending = (count: number) =>
    expect(statusChip(page)).toHaveAttribute('aria-label', `Sin señal · ${count} por enviar`, { timeout: 20_000 });
  // What the last save still counts would restore the databases.
  await expectPending(2);
  const writing = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].filter(({ name }) => name?.includes('.salida.')).length;
    });
  await expect.poll(writing).toBe(0);
  await deleteDatabases();
  await expect.poll(() => databasesOn(page)).toEqual([]);
  await recordNext('6,6', 3);
  await page.exposeFunction('deleteDatabases', deleteDatabases);
  await page.evaluate(() => {
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function inTheMiddle(...args) {
      const tx = begin.apply(this, args);
      if (args[1] !== 'readwrite' || ![args[0]].flat().includes('salida')) return tx;
      IDBDatabase.prototype.transaction = begin;
      // Requests prolong the transaction until the browser ends it.
      const prolong = () => {
        tx.objectStore('salida').count().onsuccess = prolong;
      };
      prolong();
      void (window as unknown as { deleteDatabases: () => Promise<void> }).deleteDatabases();
      return tx;
    };
  });
  await recordNext('6,7', 4);
  await deleteDatabases();
  await day.device.close();
  const next = await day.device.start({ offline: true });
  await next.goto(`${day.line.url}/registros`);
  await openVaultOf(next);
  await expect(statusChip(next)).toHaveAttribute('aria-label', 'Sin señal · 4 por enviar');
  await next.context().setOffline(false);
  await expect(statusChip(next)).toHaveAttribute('aria-label', SENT, { timeout: 60_000 });
  expect((await controls()).map(({ peso }: { peso: number }) => peso).toSorted()).toEqual([6.4, 6.5, 6.6, 6.7]);
  await expect.poll(() => bookletsOnDevice(next), { timeout: 60_000 }).toHaveProperty(day.childId);
});
