import { malnourished, promote, savePdf, tapCall, typeInto } from './jobs.mjs';

/* The same jobs in the version of commit b4e15595, so that its figures can be measured again. */

const LOTS = ['HX-2214', 'PC-0418'];
const input = ({ page }, name) => page.locator(`[name="${name}"]`);

async function openChild(phone, { cedula, name }) {
  const { page } = phone;
  await phone.command(page.getByRole('link', { name: /^Consultar Niños/ }));
  await phone.command(page.getByRole('textbox', { name: 'Buscar por cédula o nombre' }));
  await phone.type(cedula);
  await phone.command(page.getByRole('link', { name, exact: true }));
}

/** Saves, and waits until the form is empty again. */
async function saveRecord(phone, name) {
  await phone.command(phone.page.getByRole('button', { name: 'Guardar', exact: true }));
  await phone.page.waitForFunction((field) => document.querySelector(`[name="${field}"]`).value === '', name);
}

async function recordControl(phone, child) {
  const { page } = phone;
  const [peso, longitud, perimetro] = child.measures;
  await openChild(phone, child);
  await phone.command(page.getByRole('tab', { name: 'Control', exact: true }));
  await phone.begin(input(phone, 'peso'));
  await typeInto(phone, Object.entries({ peso, longitud, perimetro }));
  await saveRecord(phone, 'peso');
}

async function controlAndVaccines(phone, { dueChild }) {
  const { page } = phone;
  await recordControl(phone, dueChild);
  await phone.command(page.getByRole('tab', { name: 'Vacunas' }));
  for (const lot of LOTS) {
    await phone.command(page.getByRole('button', { name: /Registrar/ }).first());
    await phone.choose(input(phone, 'lote'));
    await phone.type(lot);
    await phone.next(input(phone, 'vacunador'));
    await phone.type('ROSA YUQUILEMA');
    await saveRecord(phone, 'lote');
  }
}

async function addChild(phone, { mother, newborn }) {
  const { page } = phone;
  await phone.command(page.getByRole('link', { name: /Agregar niño/ }));
  await phone.begin(input(phone, 'hcu'));
  const { hcu, cedula, ...others } = newborn;
  await typeInto(phone, Object.entries({ hcu, cedula, cedulamadre: mother.cedula, ...others }));
  await phone.choose(page.getByText('FEMENINO', { exact: true }));
  await phone.choose(input(phone, 'nombrePadres'));
  const { celular, direccion, zona, parroquia, nombres, apellidos } = mother;
  await typeInto(phone, Object.entries({ nombrePadres: `${nombres} ${apellidos}`, celular, direccion, zona }));
  for (const [name, value] of [
    ['Provincia', mother.provincia],
    ['Cantón', mother.canton],
  ]) {
    await phone.choose(page.getByRole('combobox', { name }));
    await phone.type(value.slice(0, 4));
    await phone.choose(page.getByRole('option', { name: value, exact: true }));
  }
  await phone.choose(input(phone, 'parroquia'));
  await phone.type(parroquia);
  await phone.choose(page.getByRole('combobox', { name: 'Establecimiento' }));
  await phone.choose(page.getByRole('option', { name: mother.establecimiento }));
  await phone.command(page.getByRole('button', { name: 'Guardar', exact: true }));
  await page.waitForURL(/lista\/ninos/);
}

export const JOBS_BEFORE = {
  control: (phone, { child }) => recordControl(phone, child),
  visit: controlAndVaccines,
  child: addChild,
  canton: (phone, people) => malnourished(phone, people, false),
  call: async (phone) => {
    await phone.command(phone.page.getByRole('link', { name: /^Seguimiento/ }));
    await tapCall(phone);
  },
  promote,
  pdf: async (phone, { printed }) => {
    await openChild(phone, printed);
    await phone.command(phone.page.getByRole('button', { name: 'Opciones' }));
    await savePdf(phone, phone.page.getByRole('menuitem', { name: 'Generar PDF' }));
  },
};
