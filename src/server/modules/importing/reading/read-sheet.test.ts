import { describe, expect, it } from 'vitest';
import { MAX_COLUMNS } from '#domain/calls/importing.ts';
import { exampleRow, templateColumns } from '#domain/importing/template.ts';
import { RECORDS } from '#domain/records/index.ts';
import {
  bombOf,
  fixture,
  odsOf,
  odsRow,
  readFile,
  withClaimedSize,
  xlsxOf,
  xlsxParts,
  xlsxRows,
  zipOf,
  zipWithBomb,
} from '../../../../../tests/support/sheet-files.ts';
import { readSheet } from './read-sheet.ts';
import { UnreadableFile } from './unreadable.ts';

const NOT_A_SHEET =
  'Este archivo no es una hoja de cálculo. Guárdalo como Excel (.xlsx), OpenDocument (.ods) o CSV y súbelo otra vez.';
const DAMAGED = 'El archivo está dañado o incompleto. Ábrelo, guárdalo de nuevo y súbelo otra vez.';
const PROTECTED = 'El archivo tiene contraseña. Quítasela en Excel y súbelo otra vez.';
const EMPTY =
  'El archivo no tiene filas con datos; la de ejemplo de la plantilla no cuenta. Revisa que sea el archivo correcto y súbelo otra vez.';
const NO_TITLES =
  'El archivo no tiene una fila con los títulos de las columnas. Ponla arriba, como en la plantilla, y súbelo otra vez.';
const TOO_BIG_INSIDE =
  'El archivo contiene demasiado para leerlo de una vez. Divídelo en partes o guárdalo como CSV y súbelo otra vez.';
const TOO_MANY_CELLS = 'El archivo tiene más de 2 millones de celdas. Divídelo en partes y súbelas una por una.';
const TOO_MUCH_TEXT = 'El archivo tiene más de 200 millones de caracteres. Divídelo en partes y súbelas una por una.';
const tooLongRow = (row: number) =>
  `La fila ${row} tiene más de 100.000 caracteres. Acorta sus textos y sube el archivo otra vez.`;
const TITLE_ABOVE = 'Los títulos están en la fila 3: lo que hay encima no se leyó.';
const HIDDEN_ROW = '1 fila oculta también se leyó.';
const MERGED = 'Hay celdas combinadas: solo la primera de cada grupo tiene el dato.';
const FORMULAS = 'Hay fórmulas: se leyó el último resultado guardado, sin calcular nada.';

const OTHER_SHEET = { name: 'Otra', rows: '' };
const odsTable = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;

const HEADER = ['Cédula', 'Nombres', 'Apellidos'];
const CHILD = ['0603714023', 'Sisa', 'Quishpe'];

/** The fixture with another name of its first sheet. */
function xlsNamed(name: Buffer, characterBytes: 1 | 2): Buffer {
  const file = Buffer.from(fixture('ninos.xls'));
  const at = file.indexOf(Buffer.from('Niños', 'latin1'));
  file.set([name.length / characterBytes, characterBytes - 1, ...name], at - 2);
  return file;
}

/** The three children of every file in tests/support/sheets. */
const CHILDREN = [
  [
    4,
    [
      ...[12345, 603714023, '0603714023', 'Ñusta Raquel', 'Sacón Guamán', '2025-09-17', 'F', 'Sí', 2.95],
      ...['Calle 5, casa 2 "azul"', 'Ñusta Raquel Sacón Guamán'],
    ],
  ],
  [
    6,
    [
      ...[12346, 1710034065, '0603714023', 'José María', 'Núñez Peña', '2025-10-01T12:00:00', 'M', 'No', 3.1],
      ...['Línea 1\nLínea 2', 'José María Núñez Peña'],
    ],
  ],
  [
    7,
    [
      ...[12347, 1104680138, '0603714023', 'Sisa', 'Quishpe', '2025-11-01', 'F', 'No', 2.5],
      ...['=no es fórmula', 'Sisa Quishpe'],
    ],
  ],
];

describe('files of other programs', () => {
  it.each(['ninos.xlsx', 'ninos-exceljs.xlsx', 'ninos.ods', 'ninos.xls'])(
    '%s is read with its dates, numbers and results, and what was noticed is said',
    async (name) => {
      const { formato, hoja, filas, avisos, columnas } = await readFile(fixture(name), { archivo: name });
      expect({ formato, hoja }).toEqual({ formato: name.split('.').at(-1), hoja: 'Niños' });
      expect(filas).toEqual(CHILDREN);
      expect(columnas).toEqual([
        ...['hcu', 'cedula', 'cedulamadre', 'nombres', 'apellidos', 'fechanacimiento', 'sexo', 'discapacidad'],
        ...[null, 'direccion', null],
      ]);
      expect(avisos).toEqual([
        ...['Se leyó la hoja «Niños».', '1 hoja más no se leyó.', '1 hoja oculta no se leyó.', TITLE_ABOVE],
        ...[HIDDEN_ROW, MERGED, FORMULAS],
      ]);
    },
  );

  it.each(['fechas-1904.xlsx', 'fechas-1904.xls'])('%s has the same days in the date system of 1904', async (name) => {
    const { filas } = await readFile(fixture(name));
    expect(filas).toEqual(CHILDREN);
  });

  it.each(['utf8-coma.csv', 'utf8-tab.csv', 'w1252-puntoycoma.csv'])('%s is read as its texts', async (name) => {
    const { formato, filas, avisos } = await readFile(fixture(name), { archivo: name });
    expect(formato).toBe('csv');
    expect(filas).toEqual([
      [4, ['12345', '603714023', ...texts(0, 2, '17/09/2025'), 'F', 'Sí', '2,95', ...texts(0, 9)]],
      [6, ['12346', '1710034065', ...texts(1, 2, '01/10/2025 12:00:00'), 'M', 'No', '3,1', ...texts(1, 9)]],
      [7, ['12347', '1104680138', ...texts(2, 2, '01/11/2025'), 'F', 'No', '2,5', ...texts(2, 9)]],
    ]);
    expect(avisos).toEqual([TITLE_ABOVE]);
  });

  it.each(['contrasena.xlsx', 'contrasena.xls', 'contrasena.ods'])('%s is refused for its password', async (name) => {
    expect((await readFile(fixture(name), { archivo: name })).fallo).toBe(PROTECTED);
  });

  it.each(['vinculos.xlsx', 'vinculos.ods'])(
    '%s keeps the results of its links, which are not opened',
    async (name) => {
      const { filas, avisos } = await readFile(fixture(name), { archivo: name });
      expect(filas[0]?.[1][9]).toBe('Sacón Guamán');
      expect(avisos).toContain('El archivo tiene vínculos a otros archivos: no se abren.');
      expect(avisos).toContain('1 hoja más no se leyó.');
    },
  );
});

/** The cells of a child from one column on, as a CSV has them. */
const texts = (child: number, from: number, birth?: string) => {
  const cells = CHILDREN[child]?.[1] as string[];
  return birth === undefined ? cells.slice(from) : [...cells.slice(from, 5), birth];
};

describe('a CSV', () => {
  const TEXT = [HEADER, ['0603714023', 'Ñusta, la niña; "Raquel"', 'Sacón\tGuamán\nPeña']];
  const quoted = (delimiter: string) =>
    TEXT.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');
  const ENCODED: Record<string, (text: string) => Buffer> = {
    'UTF-8': (text) => Buffer.from(text),
    'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
    'Windows-1252': (text) => Buffer.from(text, 'latin1'),
    'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  };

  it.each(Object.keys(ENCODED).flatMap((encoding) => [',', ';', '\t'].map((delimiter) => ({ encoding, delimiter }))))(
    'in $encoding with "$delimiter" is read as it was written',
    async ({ encoding, delimiter }) => {
      const data = ENCODED[encoding]?.(quoted(delimiter)) ?? Buffer.of();
      expect(await readFile(data)).toMatchObject({ titulos: HEADER, filas: [[2, TEXT[1]]], avisos: [] });
    },
  );

  it('with decimal commas is split at the semicolons', async () => {
    const { filas } = await readFile('Cédula;Peso;Talla\n1;4,2;58,5\n2;4,9;60,1\n', { tipo: 'control' });
    expect(filas).toEqual([
      [2, ['1', '4,2', '58,5']],
      [3, ['2', '4,9', '60,1']],
    ]);
  });

  it('that names its delimiter is split there, and its rows are counted as Excel counts them', async () => {
    expect((await readFile('sep=;\r\nCédula;Nombres\r\n1;a,b,c,d\r\n')).filas).toEqual([[3, ['1', 'a,b,c,d']]]);
  });

  it('whose lines end with a return, or whose last line does not end, is whole', async () => {
    expect((await readFile('Cédula,Nombres\r1,a\r2,b')).filas).toEqual([
      [2, ['1', 'a']],
      [3, ['2', 'b']],
    ]);
  });

  it('with quotes that stay open is refused with the row', async () => {
    const { fallo } = await readFile('Cédula,Nombres\n1,a\n2,"b\n3,c\n');
    expect(fallo).toBe('La fila 3 abre comillas (") que no se cierran. Corrígela y sube el archivo otra vez.');
  });

  it('with a quote inside of a field keeps it', async () => {
    expect((await readFile('Cédula,Nombres\n1,Ana "Nina" Paz\n2,b\n')).filas).toEqual([
      [2, ['1', 'Ana "Nina" Paz']],
      [3, ['2', 'b']],
    ]);
  });

  it('with letters that are no UTF-8 among others is read, and that is said', async () => {
    const data = Buffer.concat([
      Buffer.from(`Cédula,Nombres\n1,Ñusta${' '.repeat(70_000)}\n2,`),
      Buffer.of(0xf1, 0x0a),
    ]);
    const { filas, avisos } = await readFile(data);
    expect(filas.at(-1)).toEqual([3, ['2', '\ufffd']]);
    expect(avisos).toEqual(['1 fila tiene letras dañadas (\ufffd): revísalas en el archivo.']);
  });

  it('whose first letter beyond ASCII lies on the border of two pieces is decoded whole', async () => {
    const start = 'Nombres,Apellidos\n';
    for (const missing of [0, 1, 2]) {
      const filling = 'a'.repeat(64 * 1024 - start.length - missing);
      for (const encoding of ['utf8', 'latin1'] as const) {
        const { filas } = await readFile(Buffer.from(`${start}${filling},b\nñu,é\n`, encoding));
        expect(filas.at(-1), `${encoding}, ${missing} bytes before`).toEqual([3, ['ñu', 'é']]);
      }
    }
  });
});

describe('a file that is not what its ending says', () => {
  it('is read as what it is, and that is said', async () => {
    const csv = await readFile('Cédula,Nombres\n1,a\n', { archivo: 'niños.xlsx' });
    expect(csv.avisos).toEqual(['El archivo termina en .xlsx pero es CSV: se leyó así.']);
    const xlsx = await readFile(xlsxOf([HEADER, CHILD]), { archivo: 'niños.XLS' });
    expect(xlsx.avisos).toEqual(['El archivo termina en .XLS pero es XLSX: se leyó así.']);
  });

  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61000000', 'hex');
  it.each([
    ['a web page', fixture('pagina-web.xls'), /^Este archivo es una página web con la terminación de una hoja/],
    ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'), NOT_A_SHEET],
    ['a picture', PNG, NOT_A_SHEET],
    ['a text document', zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }), NOT_A_SHEET],
    ['a ZIP with pictures', zipOf({ 'foto.png': PNG }), NOT_A_SHEET],
    ['JSON', '[{"cedula":"0603714023"}]', NOT_A_SHEET],
    ['XML', '<?xml version="1.0"?><ninos/>', NOT_A_SHEET],
    ['a binary workbook', zipOf({ 'xl/workbook.bin': 'x' }), /^Este archivo es un libro binario de Excel \(\.xlsb\)/],
    ['a mailbox in an OLE file', Buffer.concat([fixture('ninos.xls').subarray(0, 8), Buffer.alloc(4096)]), DAMAGED],
  ])('as %s is refused with a sentence', async (_, data, sentence) => {
    const { fallo } = await readFile(data, { archivo: 'niños.xlsx' });
    if (typeof sentence === 'string') expect(fallo).toBe(sentence);
    else expect(fallo).toMatch(sentence);
  });
});

describe('a damaged or empty file', () => {
  it.each(['ninos.xlsx', 'ninos.ods', 'ninos.xls'])(
    '%s that ends too early is refused wherever it ends',
    async (name) => {
      const whole = fixture(name);
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9])
        expect((await readFile(whole.subarray(0, whole.length * share))).fallo, `${share}`).toBe(DAMAGED);
    },
  );

  it.each(['ninos.xlsx', 'ninos.ods', 'ninos.xls'])(
    '%s with a byte changed is read or refused, and never fails otherwise',
    async (name) => {
      const whole = fixture(name);
      for (let at = 3; at < whole.length; at += Math.ceil(whole.length / 60)) {
        const changed = Buffer.from(whole);
        changed.writeUInt8(changed.readUInt8(at) ^ 0x55, at);
        const { fallo, filas } = await readFile(changed);
        expect(fallo === undefined ? filas.length > 0 : fallo.endsWith('.'), `byte ${at}: ${fallo}`).toBe(true);
      }
    },
  );

  it.each([
    ['without bytes', Buffer.alloc(0)],
    ['with blanks', '\n \n,,\n'],
    ['with a header only', 'Cédula,Nombres\n'],
    ['with an empty sheet', xlsxOf([])],
    ['with a header and blank cells', xlsxOf([HEADER, [null, ' ', null]])],
  ])('%s has no rows', async (_, data) => {
    expect((await readFile(data)).fallo).toBe(EMPTY);
  });

  const ALIKE = ['2024-05-01', 'F', 'Chimborazo', 'Riobamba', 'Mestizo/a'];
  const children = ['Sisa', 'Ana', 'Raquel', 'Luz', 'Inti'].map((name, at) => [`060371402${at}`, name, ...ALIKE]);
  it.each([
    ['five children in a workbook', xlsxOf(children)],
    [
      'two children in a CSV',
      children
        .slice(0, 2)
        .map((row) => `${row.join(',')}\n`)
        .join(''),
    ],
    ['one child', xlsxOf([CHILD])],
    [
      'days only',
      xlsxOf([
        ['Sisa', '01/05/2024'],
        ['Ana', '02/05/2024'],
      ]),
    ],
    [
      'texts that are alike',
      xlsxOf([
        ['Sisa', ...ALIKE.slice(1)],
        ['Ana', ...ALIKE.slice(1)],
      ]),
    ],
  ])('without titles is refused with what to do: %s', async (_, data) => {
    expect((await readFile(data)).fallo).toBe(NO_TITLES);
  });

  it('whose titles are all unknown is read, since a person chooses what they fill', async () => {
    const { filas } = await readFile(
      xlsxOf([
        ['Uno', 'Dos'],
        ['0603714023', 'Sisa'],
      ]),
    );
    expect(filas).toEqual([[2, ['0603714023', 'Sisa']]]);
  });

  it('whose only sheet with content is hidden is refused with what to do', async () => {
    const parts = xlsxParts([
      { name: 'Vacía', rows: '' },
      { name: 'Niños', state: 'veryHidden', rows: xlsxRows([HEADER, CHILD]) },
    ]);
    expect((await readFile(zipOf(parts))).fallo).toBe(
      'Las hojas visibles están vacías, y las ocultas no se leen. Muestra en Excel la hoja con los datos y sube el archivo otra vez.',
    );
  });

  it('whose workbook names a sheet that is missing is refused', async () => {
    const { 'xl/worksheets/sheet1.xml': _, ...parts } = xlsxParts([{ name: 'Niños', rows: '' }]);
    expect((await readFile(zipOf(parts))).fallo).toBe(DAMAGED);
  });
});

describe('what lies around the rows', () => {
  it('macros and links are said and not followed', async () => {
    const { filas, avisos } = await readFile(
      xlsxOf([HEADER, CHILD], { 'xl/vbaProject.bin': 'x', 'xl/externalLinks/externalLink1.xml': '<x/>' }),
      { archivo: 'niños.xlsm' },
    );
    expect(filas).toEqual([[2, CHILD]]);
    expect(avisos).toEqual([
      'El archivo tiene macros: no se ejecutan.',
      'El archivo tiene vínculos a otros archivos: no se abren.',
    ]);
  });

  it('the visible sheet whose header matches most is read', async () => {
    const parts = xlsxParts([
      { name: 'Portada', rows: xlsxRows([['Registro'], ['Nombres']]) },
      { name: 'Niños & niñas'.replace('&', '&amp;'), rows: xlsxRows([HEADER, CHILD]) },
      { name: 'Copia', state: 'hidden', rows: xlsxRows([[...HEADER, 'Sexo'], CHILD]) },
    ]);
    const { hoja, avisos } = await readFile(zipOf(parts));
    expect(hoja).toBe('Niños & niñas');
    expect(avisos).toEqual([
      ...['Se leyó la hoja «Niños & niñas».', '1 hoja más no se leyó.', '1 hoja oculta no se leyó.'],
    ]);
  });

  it('a group row above the header is not read, and a row of units below it is skipped, and both are said', async () => {
    const { filas, avisos, titulos } = await readFile(
      xlsxOf([
        ['Identificación', null, 'Medidas'],
        ['Cédula', 'Fecha', 'Peso', 'Talla'],
        [null, '(dd/mm/aaaa)', 'kg', 'cm'],
        ['0603714023', '17/12/2025', 4.2, 58],
      ]),
      { tipo: 'control' },
    );
    expect(titulos).toEqual(['Cédula', 'Fecha', 'Peso', 'Talla']);
    expect(filas).toEqual([[4, ['0603714023', '17/12/2025', 4.2, 58]]]);
    expect(avisos).toEqual([
      'Los títulos están en la fila 2: lo que hay encima no se leyó.',
      'La fila 3 lleva las unidades de las columnas y se saltó.',
    ]);
  });

  it.each([
    ['in the header', [['Cédula', 'Fecha', 'Peso (lb)', 'Talla (cm)']]],
    [
      'in the row of units',
      [
        ['Cédula', 'Fecha', 'Peso', 'Talla'],
        [null, null, 'lb', 'cms'],
      ],
    ],
    [
      'in parentheses in the row of units',
      [
        ['Cédula', 'Fecha', 'Peso', 'Talla'],
        ['(10 cifras)', null, '(lb)', '(cm)'],
      ],
    ],
  ])('a column whose unit %s is not the one of the field is not taken, and that is said', async (_, rows) => {
    const { avisos, titulos, columnas } = await readFile(xlsxOf([...rows, ['0603714023', '17/12/2025', 11.5, 58]]), {
      tipo: 'control',
    });
    expect(columnas).toEqual(['persona.cedula', 'fecha', null, 'longitud']);
    expect(titulos?.[2]).toBe('Peso (lb)');
    expect(avisos).toContain(
      '«Peso (lb)» no está en la unidad de Peso (kg). Convierte sus valores en el archivo, corrige el título y súbelo otra vez.',
    );
  });

  it('the row of units counts below a header in the last row that is searched, also in OpenDocument', async () => {
    const title = (at: number) => [`Título ${at}`];
    const rows = [
      ...Array.from({ length: 19 }, (_, at) => title(at)),
      ['Cédula', 'Fecha', 'Peso', 'Talla'],
      ['n', 'dd/mm/aaaa', 'lb', 'cm'],
      ['0603714023', '17/12/2025', '11.5', '58'],
    ].map((row) => (row[0] === 'n' ? ['', ...row.slice(1)] : row));
    const ods = odsOf(odsTable('H', rows.map((row) => odsRow(row)).join('')));
    for (const file of [xlsxOf(rows), ods])
      expect((await readFile(file, { tipo: 'control' })).columnas).toEqual([
        'persona.cedula',
        'fecha',
        null,
        'longitud',
      ]);
  });

  it('a header that is repeated on each page, and empty rows, are skipped', async () => {
    const { filas, avisos } = await readFile(
      xlsxOf([HEADER, CHILD, [], HEADER, ['1710034065', 'Ana', 'Paz'], [null, ' '], HEADER]),
    );
    expect(filas).toEqual([
      [2, CHILD],
      [5, ['1710034065', 'Ana', 'Paz']],
    ]);
    expect(avisos).toEqual(['2 filas repiten los títulos y se saltaron.']);
  });

  it('the example of the template is skipped if it is left in', async () => {
    const columns = templateColumns(RECORDS.nino);
    const example = exampleRow(RECORDS.nino);
    const rows = [
      columns.map(({ label }) => label),
      columns.map(({ key }) => example.get(key) ?? ''),
      columns.map(({ key }) => (key === 'nombres' ? 'Sisa' : (example.get(key) ?? ''))),
    ];
    const { filas, avisos } = await readFile(xlsxOf(rows));
    expect(filas.map(([fila]) => fila)).toEqual([3]);
    expect(avisos).toEqual(['La fila de ejemplo de la plantilla se saltó.']);
  });

  it.each([
    ['XLSX', (name: string) => zipOf(xlsxParts([{ name, rows: xlsxRows([HEADER, CHILD]) }, OTHER_SHEET]))],
    ['ODS', (name: string) => odsOf(`${odsTable(name, odsRow(HEADER) + odsRow(CHILD))}${odsTable('Otra', '')}`)],
  ])('the name of a sheet of an %s is cleaned and has at most 100 characters', async (_, fileOf) => {
    const long = await readFile(fileOf('ñ'.repeat(400_000)));
    expect(long.hoja).toBe('ñ'.repeat(100));
    expect(long.avisos).toEqual([`Se leyó la hoja «${'ñ'.repeat(100)}».`, '1 hoja más no se leyó.']);
    // The 100th place holds the first half of a character of two.
    expect((await readFile(fileOf(`${'a'.repeat(99)}😀`))).hoja).toBe('a'.repeat(99));
    expect((await readFile(fileOf(' Ni\u0085ños\u202e\u200b '))).hoja).toBe('Niños');
  });

  it.each([
    ['NUL', Buffer.from('Ni\u0000os', 'latin1'), 1, 'Nios'],
    ['half a character', Buffer.from('\ud800N', 'utf16le'), 2, '\ufffdN'],
  ] as const)('the name of a sheet of an XLS with %s is cleaned', async (_, name, characterBytes, cleaned) => {
    const { hoja, avisos } = await readFile(xlsNamed(name, characterBytes));
    expect(hoja).toBe(cleaned);
    expect(avisos).toContain(`Se leyó la hoja «${cleaned}».`);
  });

  it('a header has at most 200 characters that the database can store, whatever the file', async () => {
    const header = ['Cédula', 'x'.repeat(30_000), `${'y'.repeat(199)}😀`, 'a_x0000_b_xD800_'];
    const { titulos } = await readFile(xlsxOf([header, ['1', '2', '3', '4']]));
    expect(titulos).toEqual(['Cédula', 'x'.repeat(200), `${'y'.repeat(199)}\ufffd`, 'ab\ufffd']);
  });

  it('cells beyond the header are not read, and that is said', async () => {
    const { filas, avisos } = await readFile(xlsxOf([HEADER, [...CHILD, 'nota']]));
    expect(filas).toEqual([[2, CHILD]]);
    expect(avisos).toEqual(['1 fila tiene celdas más allá de los títulos: no se leyeron.']);
  });
});

describe('the cells of an XLSX', () => {
  const row = (...cells: string[]) => `<row r="2">${cells.join('')}</row>`;
  const STYLES = `<styleSheet xmlns="x"><numFmts><numFmt numFmtId="164" formatCode="[$-300A]dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="0.00&quot; d&quot;"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`;
  const RELATIONS = `<Relationships xmlns="x"><Relationship Id="rId1" Type="t/worksheet" Target="/xl/worksheets/sheet1.xml"/>
    <Relationship Id="rId2" Type="t/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="t/styles" Target="styles.xml"/></Relationships>`;
  const cellsOf = async (cells: string[], parts: Record<string, string> = {}) => {
    const header = xlsxRows([['Cédula', 'Nombres', 'Apellidos', 'Sexo', 'HCU', 'Celular', 'Dirección']]);
    const all = xlsxParts([{ name: 'H', rows: `${header}${row(...cells)}` }], {
      ...{ 'xl/styles.xml': STYLES, 'xl/_rels/workbook.xml.rels': RELATIONS },
      ...parts,
    });
    const { filas, fallo } = await readFile(zipOf(all));
    return fallo ?? filas[0]?.[1];
  };

  it('are texts, numbers, truths, dates and stored results; a formula without a result is empty', async () => {
    const cells = await cellsOf(
      [
        ...['<c t="s"><v>1</v></c>', '<c t="b"><v>1</v></c>', '<c t="e"><v>#N/A</v></c>', '<c><f>1+1</f></c>'],
        ...['<c t="str"><f>A1</f><v>texto</v></c>', '<c s="1"><v>45917</v></c>', '<c s="2"><v>2.5</v></c>'],
      ],
      { 'xl/sharedStrings.xml': '<sst xmlns="x"><si><t>a</t></si><si><r><t>Ñus</t></r><r><t>ta</t></r></si></sst>' },
    );
    expect(cells).toEqual(['Ñusta', true, '#N/A', null, 'texto', '2025-09-17', 2.5]);
  });

  it('that are dates before 1901, beyond the calendar or times keep what they mean', async () => {
    const dates = ['1', '59', '61', '2958465', '2958466', '-1'].map((value) => `<c s="3"><v>${value}</v></c>`);
    expect(await cellsOf([...dates, '<c s="4"><v>0.5</v></c>'])).toEqual([
      ...['1900-01-01', '1900-02-28', '1900-03-01', '9999-12-31', 2_958_466, -1, '12:00:00'],
    ]);
  });

  it('keep control characters for the rules of the form, and lose what the database cannot store', async () => {
    const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
    const cells = await cellsOf([
      ...[text('a_x0000_b'), text('a_x0007_b'), text('a_xD800_b'), text('_x005F_x000D_'), text('x'.repeat(100_000))],
    ]);
    expect(cells).toEqual(['ab', 'a\u0007b', 'a\ufffdb', '_x000D_', 'x'.repeat(5_000)]);
  });

  it('in rows without order are refused', async () => {
    const rows = `${xlsxRows([HEADER])}<row r="3"><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`;
    expect((await readFile(zipOf(xlsxParts([{ name: 'H', rows }])))).fallo).toBe(DAMAGED);
  });

  it('are refused if the XML declares entities that grow', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    const rows = `${xlsxRows([HEADER])}<row r="2"><c t="str"><v>&b;</v></c></row>`;
    const sheet = `${bomb}<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const parts = xlsxParts([{ name: 'H', rows }], { 'xl/worksheets/sheet1.xml': sheet });
    expect((await readFile(zipOf(parts))).fallo).toBe(DAMAGED);
  });
});

describe('a CSV with hostile characters', () => {
  it('loses NUL and keeps the row', async () => {
    expect((await readFile(`Cédula,Nombres\n${'1,a\n'.repeat(50)}2,b\u0000c\n`)).filas.at(-1)).toEqual([
      52,
      ['2', 'bc'],
    ]);
  });

  it('with a few control characters is a sheet', async () => {
    expect((await readFile('Cédula,Nombres\n1\u0007,a\u001bb\n')).fallo).toBeUndefined();
  });

  it('made of control characters is no sheet', async () => {
    expect((await readFile('\u0001\u0002\u0003\u0004,\u0005')).fallo).toBe(NOT_A_SHEET);
  });
});

describe('the limits', () => {
  const header = (columns: number) => Array.from({ length: columns }, (_, at) => `Columna ${at}`);
  const wide = (columns: number) => [header(columns), header(columns).map((_, at) => at)];

  it('300 columns are read, 301 are refused with their number', async () => {
    expect((await readFile(xlsxOf(wide(MAX_COLUMNS)))).filas[0]?.[1]).toHaveLength(MAX_COLUMNS);
    expect((await readFile(xlsxOf(wide(MAX_COLUMNS + 1)))).fallo).toBe(
      'La hoja tiene 301 columnas y se leen hasta 300. Borra las que no se usan y sube el archivo otra vez.',
    );
  });

  it('a wide sheet beside the one that is read does not matter', async () => {
    const parts = xlsxParts([
      { name: 'Niños', rows: xlsxRows([HEADER, CHILD]) },
      { name: 'Ancha', rows: xlsxRows(wide(400)) },
    ]);
    expect((await readFile(zipOf(parts))).filas).toEqual([[2, CHILD]]);
  });

  it('2 million cells are read, one more is refused', async () => {
    const [columns, rows] = [250, 8_000];
    const line = `${Array.from({ length: columns }, (_, at) => at).join(';')}\n`;
    const cells = `${header(columns).join(';')}\n${line.repeat(rows - 1)}`;
    const { fallo, filas } = await readFile(`${cells}1\n`);
    expect(fallo).toBe(TOO_MANY_CELLS);
    // The last part, of fewer than 500 rows, was not complete yet.
    expect(filas.length).toBeGreaterThan(rows - 500);
  });

  it('more rows than Excel has are refused', async () => {
    const rows = `${xlsxRows([HEADER])}<row r="1048577"><c r="A1048577"><v>1</v></c></row>`;
    expect((await readFile(zipOf(xlsxParts([{ name: 'H', rows }])))).fallo).toBe(
      'El archivo tiene más de 1.048.576 filas. Divídelo en partes y súbelas una por una.',
    );
  });
});

describe('the limits of text', () => {
  const LONG = 'x'.repeat(5_000);
  /** A row of 50,000 characters, so many times. */
  const rowsOfText = (times: number) => odsRow([LONG], times, 10);
  const table = (rows: string) => odsOf(odsTable('H', `${odsRow(header(10))}${rows}`));
  const header = (columns: number) => Array.from({ length: columns }, (_, at) => `C${at}`);
  /** What a file comes to, without holding its rows. */
  const measure = async (data: Uint8Array) => {
    const measured = { rows: 0, characters: 0, longestPart: 0, fallo: '' };
    try {
      for await (const part of readSheet(data, { tipo: 'nino', archivo: 'datos', earlier: [] })) {
        if (!('rows' in part)) continue;
        measured.rows += part.rows.count;
        measured.characters += part.rows.json.length;
        measured.longestPart = Math.max(measured.longestPart, part.rows.json.length);
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      measured.fallo = error.message;
    }
    return measured;
  };
  const KIB = 1024;

  it('200 million characters are read, more are refused, however small the file is', async () => {
    const { fallo, characters } = await measure(table(rowsOfText(100_000)));
    expect(fallo).toBe(TOO_MUCH_TEXT);
    // The last part was not complete yet.
    expect(characters).toBeGreaterThan(199_700_000);
    expect(characters).toBeLessThan(200_200_000);
  });

  it('one shared text in many cells of an XLSX counts each time', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(20);
    const parts = xlsxParts([{ name: 'H', rows: `${xlsxRows([header(20)])}${`<row>${cells}</row>`.repeat(2_001)}` }], {
      'xl/sharedStrings.xml': `<sst xmlns="x"><si><t>${LONG}</t></si></sst>`,
    });
    expect((await measure(zipOf(parts))).fallo).toBe(TOO_MUCH_TEXT);
  });

  it('a row of 100,000 characters is read, a longer one is refused with its number', async () => {
    const longest = Array.from({ length: 20 }, () => LONG);
    const sheet = (row: string[]) => odsOf(odsTable('H', `${odsRow(header(300))}${odsRow(longest)}${odsRow(row)}`));
    expect(await measure(sheet(longest))).toMatchObject({ rows: 2, fallo: '' });
    expect(await measure(sheet([...longest, '1']))).toMatchObject({ fallo: tooLongRow(3) });
    const cells = Array.from({ length: 300 }, () => 'y'.repeat(32_767));
    expect((await measure(xlsxOf([header(300), cells]))).fallo).toBe(tooLongRow(2));
  });

  it('a part of many rows has at most 256 Ki characters, and a longer row is alone in its part', async () => {
    const short = await measure(table(odsRow(['z'.repeat(2_000)], 500, 10)));
    expect(short).toMatchObject({ rows: 500, fallo: '' });
    expect(short.longestPart).toBeLessThanOrEqual(256 * KIB);
    // A control character takes six letters in JSON: the most that one row can come to.
    const controls = Array.from({ length: 20 }, () => '_x0007_'.repeat(5_000));
    const sparse = await measure(xlsxOf([header(20), ['a'], controls, ['b']]));
    expect(sparse).toMatchObject({ rows: 3, fallo: '' });
    expect(sparse.longestPart).toBeLessThan(600 * KIB);
  });
});

describe('a file that grows when it is opened', () => {
  const MIB = 1024 * 1024;
  const SHEET = 'xl/worksheets/sheet1.xml';
  const { [SHEET]: _, ...withoutSheet } = xlsxParts([{ name: 'H', rows: '' }]);

  it('is read if what grows is not needed', async () => {
    const parts = xlsxParts([{ name: 'H', rows: xlsxRows([HEADER, CHILD]) }]);
    const bomb = zipWithBomb(parts, 'xl/media/image1.png', bombOf('', '0'.repeat(MIB), 2_000, ''));
    expect((await readFile(bomb)).filas).toEqual([[2, CHILD]]);
  });

  it('is refused for a sheet of a gigabyte', async () => {
    const sheet = bombOf(
      '<worksheet><sheetData><row><c><v>',
      '1'.repeat(MIB),
      1_000,
      '</v></c></row></sheetData></worksheet>',
    );
    expect((await readFile(zipWithBomb(withoutSheet, SHEET, sheet))).fallo).toBe(TOO_BIG_INSIDE);
  });

  it('is refused for a gigabyte of shared texts', async () => {
    const texts = bombOf('<sst>', `<si><t>${'a'.repeat(4_000)}</t></si>`.repeat(250), 1_000, '</sst>');
    const { 'xl/sharedStrings.xml': _, ...parts } = xlsxParts([{ name: 'H', rows: '' }]);
    expect((await readFile(zipWithBomb(parts, 'xl/sharedStrings.xml', texts))).fallo).toBe(TOO_BIG_INSIDE);
  });

  it('is refused if a part is larger or smaller than it says', async () => {
    const zip = xlsxOf([HEADER, CHILD]);
    for (const size of [10, 1_000_000])
      expect((await readFile(withClaimedSize(zip, SHEET, size))).fallo, `${size}`).toBe(DAMAGED);
  });

  it('is refused for thousands of parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`xl/parte${at}.xml`, '']));
    expect((await readFile(xlsxOf([HEADER, CHILD], parts))).fallo).toBe(TOO_BIG_INSIDE);
  });

  it.each([
    ['rows', odsRow(['a'], 1_000_000, MAX_COLUMNS).repeat(40)],
    ['columns', odsRow(['a'], 1, 16_384)],
    ['rows and columns', odsRow(['a'], 1_000_000, 16_384).repeat(40)],
    [
      'blanks',
      `<table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="900000000"/></text:p></table:table-cell></table:table-row>`,
    ],
  ])('is refused or read for an ODS that repeats %s', async (_, rows) => {
    const { fallo, filas } = await readFile(
      odsOf(`<table:table table:name="H">${odsRow(HEADER)}${rows}</table:table>`),
    );
    if (fallo === undefined) expect(filas).toHaveLength(1);
    else expect(fallo).toMatch(/^(El archivo (tiene más|contiene demasiado)|La hoja tiene 16384 columnas).*\.$/);
  });

  it('is read if an ODS repeats empty rows and cells to the end of the sheet, as LibreOffice does', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const { filas } = await readFile(
      odsOf(`<table:table table:name="H">${odsRow(HEADER)}${odsRow(CHILD)}${empty}</table:table>`),
    );
    expect(filas).toEqual([[2, CHILD]]);
  });
});
