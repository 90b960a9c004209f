import { StepFailed } from '../run.mjs';

const LOTS = ['HX-2214', 'PC-0418'];
/** Enough of a cedula is the whole cedula: the nurse reads it from the booklet. */
const search = async (phone, cedula) => {
  await phone.command(phone.page.getByRole('textbox', { name: 'Buscar por cédula o nombre' }));
  await phone.type(cedula);
};
const input = ({ page }, name) => page.locator(`[name="${name}"]`);

/** Types into fields one after the other. */
export async function typeInto(phone, fields) {
  for (const [index, [name, value]] of fields.entries()) {
    if (index > 0) await phone.next(input(phone, name));
    await phone.type(value);
  }
}

function confirmed(isDone, what) {
  if (!isDone) throw new StepFailed(`Not done: ${what}.`);
}

async function openVisit(phone, { cedula, name }) {
  const { page } = phone;
  await search(phone, cedula);
  await phone.command(page.getByRole('link', { name: `Registrar visita de ${name}` }));
  await input(phone, 'control.peso').and(page.locator(':focus')).waitFor();
  await phone.begin(input(phone, 'control.peso'));
}

const typeControl = (phone, { measures: [peso, longitud, perimetro] }) =>
  typeInto(phone, [
    ['control.peso', peso],
    ['control.longitud', longitud],
    ['control.perimetro', perimetro],
  ]);

async function saveVisit(phone) {
  await phone.command(phone.page.getByRole('button', { name: 'Guardar visita' }));
  await phone.page.getByRole('heading', { name: 'Visita guardada' }).waitFor();
}

async function controlAlone(phone, { child }) {
  await openVisit(phone, child);
  await typeControl(phone, child);
  await saveVisit(phone);
}

async function controlAndVaccines(phone, { dueChild }) {
  const { page } = phone;
  await openVisit(phone, dueChild);
  await typeControl(phone, dueChild);
  const doses = page.getByRole('region', { name: 'Vacunas que tocan hoy' });
  for (const [index, lot] of LOTS.entries()) {
    await phone.choose(doses.getByRole('checkbox').nth(index));
    await phone.choose(doses.getByRole('textbox', { name: 'Lote' }).nth(index));
    await phone.type(lot);
  }
  await saveVisit(phone);
}

async function childOfMother(phone, { mother, newborn }) {
  const { page } = phone;
  const name = `${mother.nombres} ${mother.apellidos}`;
  await search(phone, mother.cedula);
  await phone.command(page.getByRole('link', { name: `Abrir a ${name}` }));
  await phone.command(page.getByRole('button', { name, exact: true }));
  await phone.command(page.getByRole('link', { name: 'Agregar hija o hijo' }));
  await phone.begin(input(phone, 'hcu'));
  await typeInto(phone, Object.entries(newborn));
  await phone.choose(page.getByText('FEMENINO', { exact: true }));
  await phone.command(page.getByRole('button', { name: 'Guardar', exact: true }));
  await page.waitForURL(/lista\/ninos/);
}

export async function malnourished(phone, _people, isFolded = true) {
  const { page } = phone;
  await phone.command(page.getByRole('button', { name: 'Abrir menú' }));
  await phone.command(page.getByRole('link', { name: 'Reportes' }).last());
  if (isFolded) await phone.command(page.getByRole('button', { name: 'Provincia, cantón y establecimiento' }));
  for (const [name, value] of [
    ['Provincia', 'CHIMBORAZO'],
    ['Cantón', 'COLTA'],
  ]) {
    const options = page.getByRole('option', { name: value, exact: true });
    const field = page.getByRole('combobox', { name });
    await field.waitFor();
    // With the filters the first list opens.
    if (!(isFolded && name === 'Provincia')) await phone.choose(field);
    await phone.choose(options);
  }
  await page.waitForURL(/canton=COLTA/);
  await phone.command(page.getByRole('link', { name: /con Desnutrición$/ }).first());
  await page.waitForURL(/lista\/ninos.*canton=COLTA/);
  await page.getByText('Generar PDF').first().waitFor();
}

async function callFamily(phone) {
  const { page } = phone;
  await phone.command(page.getByRole('link', { name: /Mi día/ }));
  await tapCall(phone);
}

/** Calling leaves the browser: the number is read from the link. */
export async function tapCall(phone) {
  const link = phone.page.getByRole('link', { name: /^Llamar al/ }).first();
  await link.waitFor();
  confirmed((await link.getAttribute('href')).startsWith('tel:'), 'a call');
  await phone.page.evaluate(() =>
    window.addEventListener(
      'click',
      (event) => {
        window.called = event.target.closest('a')?.href;
        event.preventDefault();
      },
      true,
    ),
  );
  await phone.command(link);
  confirmed(await phone.page.evaluate(() => window.called?.startsWith('tel:')), 'a call');
}

export async function promote(phone) {
  const { page } = phone;
  await phone.command(page.getByRole('button', { name: 'Abrir menú' }));
  await phone.command(page.getByRole('link', { name: 'Usuarios' }).last());
  await phone.command(page.getByRole('button', { name: /^Dar rol… a/ }).first());
  await phone.command(page.getByRole('menuitem', { name: /^Brigada/ }));
  await phone.command(page.getByRole('alertdialog').getByRole('button').last());
  await page.getByRole('button', { name: /^Dar rol… a/ }).waitFor({ state: 'detached' });
}

async function pdf(phone, { printed }) {
  const { page } = phone;
  await search(phone, printed.cedula);
  await phone.command(page.getByRole('link', { name: `Abrir a ${printed.name}` }));
  await phone.command(page.getByRole('button', { name: 'Opciones' }));
  await savePdf(phone, page.getByRole('menuitem', { name: 'Generar PDF' }));
}

export async function savePdf(phone, target) {
  const arrives = phone.page.waitForEvent('download');
  await phone.command(target);
  confirmed((await arrives).suggestedFilename().endsWith('.pdf'), 'a PDF');
}

const MORE_SECONDS = Number.POSITIVE_INFINITY;

/** The seven jobs, from the hub of each role, with the taps that led there before (or the target, if fewer) and the seconds of the target. */
export const JOBS = {
  control: {
    title: 'Find a child by cedula and record a control',
    role: 'brigada',
    work: controlAlone,
    most: { taps: 4, tapsToField: 3, seconds: 15 },
  },
  visit: {
    title: 'A visit with control and two vaccines',
    role: 'brigada',
    work: controlAndVaccines,
    most: { taps: 8, seconds: 35 },
  },
  child: {
    title: 'Register a child whose mother is known',
    role: 'brigada',
    work: childOfMother,
    most: { taps: 12, seconds: 76 },
  },
  canton: {
    title: 'Find who is malnourished in one canton',
    role: 'supervisor',
    work: malnourished,
    most: { taps: 7, seconds: MORE_SECONDS },
  },
  call: {
    title: 'Call the next family of the day',
    role: 'brigada',
    work: callFamily,
    most: { taps: 2, seconds: MORE_SECONDS },
  },
  promote: {
    title: 'Promote a waiting user',
    role: 'administrador',
    work: promote,
    most: { taps: 5, seconds: MORE_SECONDS },
  },
  pdf: { title: "Take a family's PDF along", role: 'brigada', work: pdf, most: { taps: 5, seconds: MORE_SECONDS } },
};

/** Whether a job took no more than its target. */
export function isWithin({ taps, tapsToField = taps, seconds }, done) {
  return done.taps <= taps && (done.field?.taps ?? 0) <= tapsToField && done.seconds <= seconds;
}
